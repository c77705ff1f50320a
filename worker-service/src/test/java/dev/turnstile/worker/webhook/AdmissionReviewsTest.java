package dev.turnstile.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.worker.webhook.AdmissionReviews.NotAReviewException;
import java.io.ByteArrayInputStream;
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

    private static AdmissionRequest read(String text) throws NotAReviewException, TurnedAwayException {
        ReviewMemory memory = new ReviewMemory(64_000_000);
        long deadline = ReviewBody.deadline();
        try (ReviewMemory.Share share = memory.open("peer", deadline)) {
            return AdmissionReviews.read(
                    new ReviewBody(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), share, deadline),
                    share);
        }
    }

    private static JsonNode response(Verdict verdict) throws NotAReviewException, TurnedAwayException {
        AdmissionRequest request = read(QUESTION);
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
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(NotAReviewException.class)
                .hasMessageContaining(error);
    }

    @Test
    void aDeepBombIsNotJson() {
        assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(NotAReviewException.class);
    }

    @Test
    void aBombOfEmptyObjectsIsTurnedAwayBeforeItIsMade() {
        String bomb = QUESTION.replace("{}}}}", "{\"list\": [" + "{},".repeat(2_000_000) + "{}]}}}}");

        assertThatThrownBy(() -> read(bomb))
                .isInstanceOf(TurnedAwayException.class)
                .hasMessageContaining("needs more than the 32 MB");
    }

    @Test
    void whatIsNotUsedCostsNoMoreThanItsBytes() throws Exception {
        String unused =
                "\"oldObject\": [" + "{},".repeat(1_000_000) + "{}], \"object\": {\"metadata\": {\"name\": \"a\","
                        + " \"managedFields\": [" + "{},".repeat(1_000_000) + "{}]}, \"spec\"";

        assertThat(read(QUESTION.replace("\"object\": {\"spec\"", unused)).object())
                .hasToString("{\"metadata\":{\"name\":\"a\"},\"spec\":{}}");
    }

    @Test
    void theAnswerRepeatsTheQuestionsUid() throws NotAReviewException, TurnedAwayException {
        assertThat(response(new Verdict.Allowed()).toString()).isEqualTo("{\"uid\":\"u\",\"allowed\":true}");
    }

    @Test
    void aRefusalNamesFieldAndReason() throws NotAReviewException, TurnedAwayException {
        JsonNode refused = response(new Verdict.Refused(
                List.of(FieldRefusal.duplicate("spec.a", "x"), FieldRefusal.forbidden("spec.b", "because"))));

        assertThat(refused.path("allowed").asBoolean(true)).isFalse();
        assertThat(refused.path("status").path("message").asString())
                .isEqualTo("[spec.a: Duplicate value: \"x\", spec.b: Forbidden: because]");
        assertThat(refused.at("/status/details/causes/1/field").asString()).isEqualTo("spec.b");
    }
}
