package dev.turnstile.worker.webhook;

import dev.turnstile.worker.webhook.AdmissionReviews.NotAReviewException;
import dev.turnstile.worker.webhook.ReviewDecisions.Endpoint;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One question, one answer. What is no question gets an error that says what was expected; nothing of it is kept.
 *
 * <p>Anybody who reaches the port may ask, so that {@link ReviewBody} limits size and time of a question, and
 * {@link ReviewMemory} what all of them take.
 */
final class ReviewServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** Of the heap, for all questions together. */
    private static final int PART_OF_HEAP = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ReviewServlet.class);

    private final transient Map<String, Endpoint> endpoints;
    private final transient BooleanSupplier ready;
    private final transient ReviewMemory memory =
            new ReviewMemory(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);

    /** @param ready whether everything that decisions ask for was read */
    ReviewServlet(Map<String, Endpoint> endpoints, BooleanSupplier ready) {
        this.endpoints = endpoints;
        this.ready = ready;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Endpoint endpoint = endpoints.get(request.getRequestURI());
        if (endpoint == null) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "no webhook here; there are " + endpoints.keySet());
        } else if (!request.getMethod().equals("POST")) {
            response.setHeader("Allow", "POST");
            refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "send an AdmissionReview by POST");
        } else if (!isJson(request.getContentType())) {
            refuse(response, HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "expected Content-Type application/json");
        } else if (request.getContentLengthLong() > ReviewBody.LARGEST) {
            turnAway(response, TurnedAwayException.tooLong(ReviewBody.LARGEST));
        } else if (!ready.getAsBoolean()) {
            refuse(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    "worker-service has not yet read the cluster; try again in a moment");
        } else {
            answer(endpoint, request, response);
        }
    }

    private static boolean isJson(String contentType) {
        return contentType != null
                && contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json");
    }

    private void answer(Endpoint endpoint, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long deadline = ReviewBody.deadline();
        try (ReviewMemory.Share share = memory.open(request.getRemoteAddr(), deadline);
                InputStream body = new ReviewBody(request.getInputStream(), share, deadline)) {
            AdmissionRequest question = AdmissionReviews.read(body, share);
            if (!question.kind().equals(endpoint.kind())) {
                throw new NotAReviewException("request.kind.kind: this path is asked about " + endpoint.kind());
            }
            send(response, AdmissionReviews.answer(question, endpoint.decision().of(question)));
        } catch (NotAReviewException e) {
            LOG.debug("{}: {}", request.getRequestURI(), e.getMessage());
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (TurnedAwayException e) {
            turnAway(response, e);
        }
    }

    private static void turnAway(HttpServletResponse response, TurnedAwayException reason) throws IOException {
        // What is left of the body is not read.
        response.setHeader("Connection", "close");
        refuse(response, reason.code, String.valueOf(reason.getMessage()));
    }

    private static void refuse(HttpServletResponse response, int code, String message) throws IOException {
        response.setStatus(code);
        response.setContentType("text/plain;charset=utf-8");
        response.getOutputStream().write((message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpServletResponse response, byte[] answer) throws IOException {
        response.setContentType("application/json");
        response.setContentLength(answer.length);
        response.getOutputStream().write(answer);
    }
}
