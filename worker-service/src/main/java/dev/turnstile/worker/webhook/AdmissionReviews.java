package dev.turnstile.worker.webhook;

import dev.turnstile.model.meta.KubernetesJson;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads questions and writes answers: {@code AdmissionReview} of {@code admission.k8s.io/v1} and nothing else. */
final class AdmissionReviews {
    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final int UNPROCESSABLE = 422;

    /** A body that is no question; the message says what is wrong with it. */
    static final class NotAReviewException extends Exception {
        private static final long serialVersionUID = 1L;

        NotAReviewException(String message) {
            super(message);
        }
    }

    private AdmissionReviews() {}

    static AdmissionRequest read(InputStream body, ReviewMemory.Share memory)
            throws NotAReviewException, TurnedAwayException {
        JsonNode review = parse(body, memory);
        if (!review.isObject()
                || !review.path("kind").asString("").equals(KIND)
                || !review.path("apiVersion").asString("").equals(API_VERSION)) {
            throw new NotAReviewException("expected an object of apiVersion " + API_VERSION + " and kind " + KIND
                    + ", got apiVersion " + shown(review.path("apiVersion")) + " and kind "
                    + shown(review.path("kind")));
        }
        JsonNode request = review.path("request");
        String uid = request.path("uid").asString("");
        if (uid.isEmpty()) {
            throw new NotAReviewException("request.uid: required, since the answer repeats it");
        }
        if (!(request.get("object") instanceof ObjectNode object)) {
            throw new NotAReviewException("request.object: expected an object, got " + shown(request.path("object"))
                    + "; this webhook is asked about CREATE and UPDATE only");
        }
        return new AdmissionRequest(
                uid,
                operation(request.path("operation")),
                request.path("kind").path("kind").asString(""),
                request.path("namespace").asString(""),
                object);
    }

    private static JsonNode parse(InputStream body, ReviewMemory.Share memory)
            throws NotAReviewException, TurnedAwayException {
        try {
            return ReviewTree.read(body, memory);
        } catch (JacksonIOException e) {
            if (e.getCause() instanceof TurnedAwayException turnedAway) {
                throw turnedAway;
            }
            throw new NotAReviewException("the body is not JSON: " + e.getOriginalMessage());
        } catch (JacksonException e) {
            throw new NotAReviewException("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static AdmissionRequest.Operation operation(JsonNode operation) throws NotAReviewException {
        return switch (operation.asString("")) {
            case "CREATE" -> AdmissionRequest.Operation.CREATE;
            case "UPDATE" -> AdmissionRequest.Operation.UPDATE;
            default ->
                throw new NotAReviewException("request.operation: expected CREATE or UPDATE, got " + shown(operation));
        };
    }

    /** Short: what came in may be anything. */
    private static String shown(JsonNode node) {
        String text = node.isMissingNode() ? "nothing" : node.toString();
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }

    static byte[] answer(AdmissionRequest request, Verdict verdict) {
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("apiVersion", API_VERSION).put("kind", KIND);
        ObjectNode response = review.putObject("response").put("uid", request.uid());
        switch (verdict) {
            case Verdict.Allowed() -> response.put("allowed", true);
            case Verdict.Patched(ArrayNode patch) ->
                response.put("allowed", true)
                        .put("patchType", "JSONPatch")
                        .put(
                                "patch",
                                Base64.getEncoder()
                                        .encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8)));
            case Verdict.Refused(List<FieldRefusal> refusals) -> refuse(response, refusals);
        }
        return KubernetesJson.mapper().writeValueAsBytes(review);
    }

    private static void refuse(ObjectNode response, List<FieldRefusal> refusals) {
        response.put("allowed", false);
        ObjectNode status = response.putObject("status");
        status.put("code", UNPROCESSABLE).put("reason", "Invalid").put("message", FieldRefusal.inWords(refusals));
        ArrayNode causes = status.putObject("details").putArray("causes");
        for (FieldRefusal refusal : refusals) {
            causes.addObject()
                    .put("reason", refusal.cause())
                    .put("message", refusal.problem())
                    .put("field", refusal.field());
        }
    }
}
