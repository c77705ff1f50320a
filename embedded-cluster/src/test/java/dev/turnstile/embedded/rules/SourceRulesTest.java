package dev.turnstile.embedded.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.rules.SourceRules;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sources of the module keep the rules of the house, which {@code SourceRules} proves to be able to fail. */
class SourceRulesTest {
    private static final int MOST_PARAMETERS = 7;
    private static final int LONGEST_FILE = 400;
    private static final int LONGEST_METHOD = 60;

    /** Records with more parts than that, each with its reason. All are made by one method that names the parts. */
    private static final Map<String, String> LONG_RECORDS = Map.of(
            "AdmissionRequest", "the fields of Kubernetes' AdmissionRequest",
            "AdmittedWrite", "all that a compiled-in admission plug-in can read",
            "Member", "what the garbage collector keeps of an object instead of the object",
            "PodView", "what the scheduler keeps of a pod instead of the pod",
            "ResourceType", "the names and properties of a kind, as discovery lists them",
            "Rule", "a compiled entry of x-kubernetes-validations",
            "ValueRules", "the limits of an OpenAPI schema");

    private final SourceRules module = SourceRules.of(Path.of("src/main/java"), Path.of("src/test/java"));

    @Test
    void sourcesAreRead() {
        assertThat(module.files()).isGreaterThan(300);
    }

    @Test
    void noFileIsTooLong() {
        assertThat(module.longFiles(LONGEST_FILE)).isEmpty();
    }

    @Test
    void noMethodIsTooLong() {
        assertThat(module.longMethods(LONGEST_METHOD)).isEmpty();
    }

    @Test
    void noSignatureIsTooLong() {
        assertThat(module.longSignatures(MOST_PARAMETERS)).isEqualTo(LONG_RECORDS.keySet());
    }

    @Test
    void noTwoTypesShareASimpleName() {
        assertThat(module.ambiguousNames()).isEmpty();
    }

    @Test
    void booleansAreClearWhereTheyArePassed() {
        assertThat(module.unclearBooleans()).isEmpty();
    }
}
