package dev.turnstile.manager.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A cluster that refused a job is avoided until another one is asked of it. */
class CopyRevisionTest {

    private static String revision(String metadata, boolean suspended) {
        return JobCopyReader.revision((ObjectNode) YAMLMapper.builder()
                .build()
                .readTree("{metadata: {uid: u, %s}, spec: {suspend: %s}}".formatted(metadata, suspended)));
    }

    @Test
    void aJobThatIsStartedAndStoppedIsStillTheSame() {
        assertThat(revision("generation: 3, labels: {a: b}", false))
                .isEqualTo(revision("generation: 2, labels: {a: b}", true));
    }

    @Test
    void aLabelOrAnAnnotationMakesItAnother() {
        assertThat(revision("generation: 2, labels: {a: c}", true))
                .isNotEqualTo(revision("generation: 2, labels: {a: b}", true));
        assertThat(revision("generation: 2, annotations: {a: c}", true))
                .isNotEqualTo(revision("generation: 2, annotations: {a: b}", true));
    }
}
