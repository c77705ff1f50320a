package dev.turnstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each rule about sources can fail. */
class SourceRulesTest {
    private final SourceRules violations =
            SourceRules.ofFolder(Path.of("src/test/java/dev/turnstile/rules/violation/source"));

    @Test
    void sourcesAreRead() {
        assertThat(violations.files()).isEqualTo(3);
    }

    @Test
    void aFileThatIsTooLongIsFound() {
        assertThat(violations.longFiles(20)).containsExactly("BadlyShaped.java has 24 lines, at most 20 are allowed");
    }

    @Test
    void aMethodThatIsTooLongIsFound() {
        assertThat(violations.longMethods(5)).containsExactly("BadlyShaped.isFirst has 6 lines, at most 5 are allowed");
    }

    @Test
    void aSignatureThatIsTooLongIsFound() {
        assertThat(violations.longSignatures(7)).containsExactly("BadlyShaped.eightParameters");
    }

    @Test
    void twoTypesOfOneSimpleNameAreFound() {
        assertThat(violations.ambiguousNames())
                .singleElement()
                .asString()
                .startsWith("Twin is the name of several types");
    }

    @Test
    void aBooleanThatIsUnclearWhereItIsPassedIsFound() {
        assertThat(violations.unclearBooleans())
                .containsExactly("BadlyShaped.java:15 passes true to Twin, which has several booleans");
    }
}
