package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import tools.jackson.databind.JsonNode;

/** One HTTP request and its response. Methods block; each exchange runs on a virtual thread of its own. */
public final class Exchange {
    private static final int LONGEST_BODY = 3 * 1024 * 1024;

    private final Request request;
    private final Response response;
    private final Fields query;
    private boolean begun;
    private int status;

    public Exchange(Request request, Response response) {
        this.request = request;
        this.response = response;
        this.query = Request.extractQueryParameters(request);
    }

    public String method() {
        return request.getMethod();
    }

    public String path() {
        String path = request.getHttpURI().getDecodedPath();
        return path == null ? "/" : path;
    }

    /** The path with its query as they were sent. */
    public String pathAndQuery() {
        return request.getHttpURI().getPathQuery();
    }

    /** The first value of a query parameter, or the empty string. */
    public String query(String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    List<String> queries(String name) {
        List<String> values = query.getValues(name);
        return values == null ? List.of() : values;
    }

    /** True if the parameter is present, unless its value is false or 0. */
    public boolean flag(String name) {
        String value = query.getValue(name);
        return value != null && !value.equalsIgnoreCase("false") && !value.equals("0");
    }

    /** A query parameter as a number; 0 where it is not stated. */
    public long number(String name) {
        String text = query(name);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("strconv.ParseInt: parsing " + ApiException.quote(text) + ": invalid syntax");
        }
    }

    public String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    /** All values of a header, joined with commas. */
    public String headers(String name) {
        return String.join(",", request.getHeaders().getValuesList(name));
    }

    public List<String> headerValues(String name) {
        return request.getHeaders().getValuesList(name);
    }

    /** All values of the headers with that prefix, by the rest of their names in lower case. */
    public Map<String, List<String>> headersBelow(String prefix) {
        Map<String, List<String>> found = new TreeMap<>();
        for (HttpField field : request.getHeaders()) {
            if (field.getName().regionMatches(true, 0, prefix, 0, prefix.length())) {
                found.computeIfAbsent(
                                field.getName().substring(prefix.length()).toLowerCase(Locale.ROOT),
                                name -> new ArrayList<>())
                        .add(field.getValue());
            }
        }
        return found;
    }

    public byte[] body() throws IOException {
        if (request.getLength() > LONGEST_BODY) {
            throw tooLarge();
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(LONGEST_BODY + 1);
            if (body.length > LONGEST_BODY) {
                throw tooLarge();
            }
            return body;
        }
    }

    /**
     * Reads the rest of the body of a refused request: a server that responds before the body is read closes the
     * connection, and the client's next request on it fails.
     */
    public void drain() throws IOException {
        if (request.getLength() <= LONGEST_BODY) {
            try (InputStream in = Content.Source.asInputStream(request)) {
                var _ = in.readNBytes(LONGEST_BODY);
            }
        }
    }

    private static ApiException tooLarge() {
        return ApiException.of(413, "RequestEntityTooLarge", "Request entity too large: limit is " + LONGEST_BODY);
    }

    public void warn(List<String> warnings) {
        for (String warning : warnings) {
            response.getHeaders()
                    .add(
                            "Warning",
                            "299 - \""
                                    + warning.replace("\\", "\\\\")
                                            .replace("\"", "\\\"")
                                            .replace("\n", " ") + "\"");
        }
    }

    public void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    public void json(int code, JsonNode body) throws IOException {
        respond(code, "application/json", Json.bytes(body));
    }

    public void respond(int code, String contentType, byte[] body) throws IOException {
        begin(code, contentType);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        Content.Sink.write(response, true, ByteBuffer.wrap(body));
    }

    /** Starts a response of unknown length. */
    public void begin(int code, String contentType) {
        begun = true;
        status = code;
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
    }

    public void write(boolean last, byte[] bytes, int length) throws IOException {
        Content.Sink.write(response, last, ByteBuffer.wrap(bytes, 0, length));
    }

    /** A watch may be idle for any time. */
    public void allowIdle() {
        request.addIdleTimeoutListener(timeout -> false);
    }

    public boolean begun() {
        return begun;
    }

    public int status() {
        return status;
    }

    /** Closes the connection without a response. */
    public void abort(Throwable why) {
        request.getConnectionMetaData().getConnection().getEndPoint().close(why);
    }
}
