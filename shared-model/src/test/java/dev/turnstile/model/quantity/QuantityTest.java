package dev.turnstile.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.model.quantity.QuantityFormatException.Problem;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "0Gi, 0",
        "4, 4",
        "+4, 4",
        "004, 4",
        "1000m, 1",
        "1500m, 1500m",
        "1.5, 1500m",
        "0.1, 100m",
        ".5, 500m",
        "1., 1",
        "100000, 100k",
        "1e3, 1e3",
        "1000e0, 1e3",
        "12345e3, 12345e3",
        "1E3, 1e3",
        "1E-3, 1e-3",
        "1E, 1E",
        "1M, 1M",
        "1000k, 1M",
        "1u, 1u",
        "1000u, 1m",
        "0.1n, 1n",
        "-0.1n, -1n",
        "1.0000000001, 1000000001n",
        "1e-300, 1e-9",
        "1Ki, 1Ki",
        "1024Ki, 1Mi",
        "1.5Gi, 1536Mi",
        "0.5Ki, 512",
        "1000Ki, 1000Ki",
        "0.001Ki, 1024m",
        "-1Ki, -1Ki",
        "7Ei, 7Ei",
        "8Ei, 9223372036854775807",
        "1000Ei, 9223372036854775807",
        "-9Ei, -9223372036854775807",
        "1.1Ki, 1126400m",
        "9223372036854775807, 9223372036854775807",
        "100000000000000000000, 100E",
    })
    void isPrintedAsKubernetesPrintsIt(String text, String printed) {
        assertThat(Quantity.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource({"5000E, 5000E", "1e21, 1e21", "1000000000000000000000000, 1000000E"})
    void keepsItsValueInPrintBeyondTheLastSuffix(String text, String printed) {
        assertThat(Quantity.parse(text)).hasToString(printed);
        assertThat(Quantity.parse(printed)).isEqualTo(Quantity.parse(text));
    }

    @Test
    void aSumBeyondTheLastBinarySuffixKeepsItsValueInPrint() {
        Quantity half = Quantity.parse("4Ei");

        assertThat(half.times(256)).hasToString("1024Ei");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "four", " 1", "-", "+", "k", "Ki", "--1", "e3"})
    void refusesWhatIsNoNumber(String text) {
        assertRefused(text, Problem.FORMAT);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "1.2.3", "..", "-."})
    void refusesANumberThatIsNone(String text) {
        assertRefused(text, Problem.NUMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 ", "1i", "1mi", "1ki", "1K", "1e", "1e1.5", "1e+", "1KiB", "1+1", "1Zi"})
    void refusesASuffixThatIsNone(String text) {
        assertRefused(text, Problem.SUFFIX);
    }

    private static void assertRefused(String text, Problem problem) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOfSatisfying(QuantityFormatException.class, refusal -> {
                    assertThat(refusal.problem()).isEqualTo(problem);
                    assertThat(refusal.text()).isEqualTo(text);
                })
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining(problem.explanation());
    }

    @Test
    void anAbsurdExponentCostsNothingAndOrdersAsItShould() {
        assertThat(Quantity.parse("1e999999999999").value()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("1e99999999999999999999999"))
                .isGreaterThan(Quantity.parse("1e99"))
                .isEqualTo(Quantity.parse("5e100"));
        assertThat(Quantity.parse("-1e999999999").milliValue()).isEqualTo(Long.MIN_VALUE);
        assertThat(Quantity.parse("1e-999999999")).hasToString("1e-9");
        assertThat(Quantity.parse("0e999999999")).isEqualTo(Quantity.ZERO);
        assertThat(Quantity.parse("1e999999999").plus(Quantity.of(1))).isEqualTo(Quantity.parse("1e100"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000",
        "1m, 1, 1",
        "1u, 1, 1",
        "-1m, -1, -1",
        "1500m, 2, 1500",
        "-1500m, -2, -1500",
        "1.5Gi, 1610612736, 1610612736000",
        "9223372036854775807, 9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807, 9223372036854775807",
        "-9223372036854775809, -9223372036854775808, -9223372036854775808",
        "9223372036854775807.5, 9223372036854775807, 9223372036854775807",
        "10P, 10000000000000000, 9223372036854775807",
    })
    void becomesAWholeNumberRoundedAwayFromZeroAndSaturated(String text, long units, long thousandths) {
        assertThat(Quantity.parse(text).value()).isEqualTo(units);
        assertThat(Quantity.parse(text).milliValue()).isEqualTo(thousandths);
    }

    @ParameterizedTest
    @CsvSource({"1Gi, 1, 1073741825", "0, 1Gi, 1Gi", "1, 1Ki, 1025", "1Ki, 1000, 2024", "1Ki, 1, 1025", "1Mi, 1Mi, 2Mi"
    })
    void aSumKeepsTheFormatUnlessItStartsFromZero(String left, String right, String sum) {
        assertThat(Quantity.parse(left).plus(Quantity.parse(right))).hasToString(sum);
    }

    @Test
    void equalAmountsAreEqualWhateverTheirFormat() {
        assertThat(Quantity.parse("1Gi"))
                .isEqualTo(Quantity.parse("1024Mi"))
                .hasSameHashCodeAs(Quantity.parse("1073741824"));
        assertThat(Quantity.parse("1000m")).isEqualTo(Quantity.of(1)).isEqualByComparingTo(Quantity.ofMilli(1000));
        assertThat(Quantity.parse("1")).isNotEqualTo(Quantity.parse("1001m"));
        assertThat(Quantity.of(new BigDecimal("0.00000000001"), QuantityFormat.DECIMAL_SI))
                .hasToString("1n");
    }

    @Test
    void takesTheSmallerAndTheLarger() {
        Quantity small = Quantity.parse("1");
        Quantity large = Quantity.parse("1Ki");

        assertThat(small.min(large)).isSameAs(small);
        assertThat(small.max(large)).isSameAs(large);
        assertThat(large.minus(small)).hasToString("1023");
        assertThat(small.minus(large).signum()).isNegative();
        assertThat(small.negated()).hasToString("-1");
    }
}
