package dev.turnstile.service.informer;

import java.io.IOException;
import okio.BufferedSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * How much of an answer is read, after it was unpacked: two megabytes behind gzip may be two thousand.
 *
 * <p>Goal: whatever a server sends, and whatever tenants have it send, costs a bounded amount of memory. Constraint: no
 * object that an API server can store may be refused, or its owner could blind us. Such an object has 1.5 MB in etcd,
 * but each of its characters may arrive as six, as {@code <} does; and four bytes of it may be an object of its own,
 * which takes 85 in memory.
 *
 * @param bytes of an answer
 */
record AnswerLimit(int bytes) {
    private static final int MEGABYTE = 1 << 20;
    private static final int LONGEST_LINE = 12 * MEGABYTE;
    /** Objects and lists in an answer: 400,000 fit into what etcd takes. */
    private static final int MOST_PARTS = 600_000;
    /** What is shorter holds too few parts to be counted. */
    private static final int WORTH_COUNTING = MEGABYTE / 4;

    /** For single objects, and the smallest page. */
    static final AnswerLimit WHOLE = new AnswerLimit(32 * MEGABYTE);

    /** For a page that can be asked for in smaller ones. */
    static final AnswerLimit PAGE = new AnswerLimit(8 * MEGABYTE);

    /** More arrived than is read. */
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        Exceeded(String message) {
            super(message);
        }
    }

    /** Reads an answer to its end. */
    byte[] read(BufferedSource source) throws IOException {
        if (source.request(bytes + 1L)) {
            throw new Exceeded("the answer is larger than " + bytes / MEGABYTE + " MB");
        }
        return source.readByteArray();
    }

    /** Reads a line; empty where there is none left. */
    static byte[] line(BufferedSource source) throws IOException {
        long end = source.indexOf((byte) '\n', 0, LONGEST_LINE + 1L);
        if (end >= 0) {
            byte[] line = source.readByteArray(end);
            source.skip(1);
            return line;
        }
        if (source.request(LONGEST_LINE + 1L)) {
            throw new Exceeded("a line is longer than " + LONGEST_LINE / MEGABYTE + " MB");
        }
        return source.readByteArray();
    }

    /** Counts the parts of an answer before any of them is made. */
    static void checkValues(byte[] answer, JsonMapper json) throws Exceeded {
        if (answer.length < WORTH_COUNTING) {
            return;
        }
        int parts = 0;
        try (JsonParser parser = json.createParser(answer)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart() && ++parts > MOST_PARTS) {
                    throw new Exceeded("the answer has more than " + MOST_PARTS + " objects and lists");
                }
            }
        }
    }
}
