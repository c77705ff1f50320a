package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArgumentsTest {
    @Test
    void withoutArgumentsTheWholeFleetStartsOnFixedPorts() throws Exception {
        Arguments arguments = Arguments.parse(List.of());

        assertThat(arguments.bare()).isFalse();
        assertThat(arguments.port(3)).isEqualTo(16_443);
        assertThat(arguments.speed()).isEqualTo(1);
        assertThat(arguments.kubeconfig()).isAbsolute().endsWithRaw(java.nio.file.Path.of("playground", "kubeconfig"));
    }

    @Test
    void portZeroTakesAnyFreePort() throws Exception {
        assertThat(Arguments.parse(List.of("--ports=0")).port(3)).isZero();
    }

    @Test
    void bareClustersAreCounted() throws Exception {
        Arguments arguments = Arguments.parse(List.of("--bare=2", "--speed=2.5", "--kubeconfig=somewhere"));

        assertThat(arguments.bareClusters()).isEqualTo(2);
        assertThat(arguments.speed()).isEqualTo(2.5);
        assertThat(arguments.kubeconfig()).hasFileName("somewhere");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        --story=maybe, '--story=maybe: give yes or no'
        --bare=0,      '--bare=0: give a whole number from 1 to 20'
        --bare=21,     '--bare=21: give a whole number from 1 to 20'
        --bare,        '--bare: give a whole number from 1 to 20'
        --ports=-1,    '--ports=-1: give a whole number from 0 to 65000'
        --ports=http,  '--ports=http: give a whole number from 0 to 65000'
        --speed=0,     '--speed=0: give a positive number, for example 10'
        --speed=fast,  '--speed=fast: give a positive number, for example 10'
        --kubeconfig=, '--kubeconfig=: give the name of a file'
        --bear=2,      '--bear=2 is not known'
        """)
    void aWrongArgumentIsNamedWithWhatIsAllowed(String argument, String message) {
        assertThatThrownBy(() -> Arguments.parse(List.of(argument)))
                .isInstanceOf(Arguments.UsageException.class)
                .hasMessage(message);
    }
}
