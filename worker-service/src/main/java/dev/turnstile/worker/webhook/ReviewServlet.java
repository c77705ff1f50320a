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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One question, one answer. What is no question gets an error that says what was expected; nothing of it is kept.
 *
 * <p>Anybody who reaches the port may ask, so that memory is limited: bodies are read up to {@value #LARGEST_BODY}
 * bytes (the API server's own limit of 3 MiB an object, twice, and what is around them), and all that are being read
 * together up to {@value #IN_FLIGHT}.
 */
final class ReviewServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    static final int LARGEST_BODY = 7 * 1024 * 1024;
    private static final int IN_FLIGHT = 4 * LARGEST_BODY;
    private static final int SMALLEST_SHARE = 16 * 1024;
    private static final int SECONDS_OF_PATIENCE = 5;
    private static final Logger LOG = LoggerFactory.getLogger(ReviewServlet.class);

    private final transient Map<String, Endpoint> endpoints;
    private final transient BooleanSupplier ready;
    private final transient Semaphore bytes = new Semaphore(IN_FLIGHT, true);

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
        } else if (request.getContentLengthLong() > LARGEST_BODY) {
            tooLarge(response);
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
        long length = request.getContentLengthLong();
        int share = length < 0 ? LARGEST_BODY : Math.max(SMALLEST_SHARE, (int) length);
        if (!acquired(share)) {
            refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "too many questions at once; try again");
            return;
        }
        try {
            byte[] body;
            try (InputStream stream = request.getInputStream()) {
                body = stream.readNBytes(LARGEST_BODY + 1);
            }
            if (body.length > LARGEST_BODY) {
                tooLarge(response);
                return;
            }
            AdmissionRequest question = AdmissionReviews.read(body);
            if (!question.kind().equals(endpoint.kind())) {
                throw new NotAReviewException("request.kind.kind: this path is asked about " + endpoint.kind());
            }
            send(response, AdmissionReviews.answer(question, endpoint.decision().of(question)));
        } catch (NotAReviewException e) {
            LOG.debug("{}: {}", request.getRequestURI(), e.getMessage());
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        } finally {
            bytes.release(share);
        }
    }

    private boolean acquired(int share) {
        try {
            return bytes.tryAcquire(share, SECONDS_OF_PATIENCE, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void tooLarge(HttpServletResponse response) throws IOException {
        // What is left of the body is not read.
        response.setHeader("Connection", "close");
        refuse(
                response,
                HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                "an AdmissionReview has at most " + LARGEST_BODY + " bytes");
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
