package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectKeyTest {
    @Test
    void bothNamespaceAndNameCount() {
        ObjectKey key = new ObjectKey("team", "one");
        assertThat(key)
                .isEqualTo(new ObjectKey("team", "one"))
                .hasSameHashCodeAs(new ObjectKey("team", "one"))
                .isNotEqualTo(new ObjectKey("team", "two"))
                .isNotEqualTo(new ObjectKey("other", "one"))
                .isNotEqualTo(new ObjectKey("one", "team"))
                .isNotEqualTo(null)
                .isNotEqualTo("team/one");
    }
}
