package dev.turnstile.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.worker.webhook.AdmissionReviews.NotAReviewException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AdmissionReviewsTest {
    private static final String QUESTION = """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation":
        "CREATE", "namespace": "team", "kind": {"kind": "Job"}, "object": {"spec": {}}}}\
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode response(Verdict verdict) throws NotAReviewException {
        AdmissionRequest request = AdmissionReviews.read(bytes(QUESTION));
        return JsonMapper.shared()
                .readTree(AdmissionReviews.answer(request, verdict))
                .path("response");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        not json                                                        | the body is not JSON
        ''                                                              | expected an object of apiVersion admission.k8s.io/v1
        []                                                              | expected an object of apiVersion admission.k8s.io/v1
        {"apiVersion": "admission.k8s.io/v1beta1", "kind": "AdmissionReview"} | got apiVersion "admission.k8s.io/v1beta1"
        {"apiVersion": "v1", "kind": "Pod"}                             | got apiVersion "v1" and kind "Pod"
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"} | request.uid: required
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u"}} | request.object: expected an object
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "object": {}, "operation": "CONNECT"}} | request.operation: expected CREATE or UPDATE, got "CONNECT"
        """)
    void whatIsNoQuestionIsToldWhatWasExpected(String body, String error) {
        assertThatThrownBy(() -> AdmissionReviews.read(bytes(body)))
                .isInstanceOf(NotAReviewException.class)
                .hasMessageContaining(error);
    }

    @Test
    void aDeepBombIsNotJson() {
        assertThatThrownBy(() -> AdmissionReviews.read(bytes("[".repeat(100_000))))
                .isInstanceOf(NotAReviewException.class);
    }

    @Test
    void theAnswerRepeatsTheQuestionsUid() throws NotAReviewException {
        assertThat(response(new Verdict.Allowed()).toString()).isEqualTo("{\"uid\":\"u\",\"allowed\":true}");
    }

    @Test
    void aRefusalNamesFieldAndReason() throws NotAReviewException {
        JsonNode refused = response(new Verdict.Refused(
                List.of(FieldRefusal.duplicate("spec.a", "x"), FieldRefusal.forbidden("spec.b", "because"))));

        assertThat(refused.path("allowed").asBoolean(true)).isFalse();
        assertThat(refused.path("status").path("message").asString())
                .isEqualTo("[spec.a: Duplicate value: \"x\", spec.b: Forbidden: because]");
        assertThat(refused.at("/status/details/causes/1/field").asString()).isEqualTo("spec.b");
    }
}
