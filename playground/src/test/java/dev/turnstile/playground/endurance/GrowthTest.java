package dev.turnstile.playground.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthTest {
    private static Growth growing(double memory, int threads) {
        Growth growth = new Growth(30);
        for (int number = 0; number < 30; number++) {
            int third = number / 10;
            growth.sample(new ServiceProcess.Figures(150 + memory * third / 2, 50 + threads * third / 2));
        }
        return growth;
    }

    @Test
    void whatIsFlatIsReportedWithItsFigures() {
        Growth.Report report = growing(10, 2).report(33);
        assertThat(report.violations()).isEmpty();
        assertThat(report.figures()).isEqualTo("memory 150 then 160 MB, live heap 30 then 33 MB, threads 50 then 52");
    }

    @Test
    void memoryThatGrowsIsNoticed() {
        assertThat(growing(80, 0).report(30).violations()).containsExactly("grows: memory 150 then 230 MB");
    }

    @Test
    void threadsThatGrowAreNoticed() {
        assertThat(growing(0, 30).report(30).violations()).containsExactly("grows: threads 50 then 80");
    }

    @Test
    void aHeapThatGrowsIsNoticed() {
        assertThat(growing(0, 0).report(60).violations()).containsExactly("grows: live heap 30 then 60 MB");
    }

    @Test
    void aServiceWithoutFiguresProvesNothing() {
        assertThat(new Growth(30).report(30).violations()).hasSize(2).allMatch(each -> each.startsWith("no figures"));
    }
}
