package dev.turnstile.service.informer;

import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * How many objects are requested at once, while one list is read.
 *
 * <p>Goal: few requests where objects are small, and no more than eight megabytes at a time where any tenant may have
 * made large ones. So the first page is small, each further one twice as large, until a page was too large: that one is
 * requested again in halves, and no later one is larger. Example: of Jobs with a megabyte each, pages of 50, 25 and 12
 * are given up after eight megabytes, and all others have six Jobs.
 */
public final class Pages {
    private static final int FIRST = 50;
    private static final int LARGEST = 500;

    private final ApiConnection whole;
    private final ApiConnection paged;
    private int size = FIRST;
    private boolean grows = true;

    /** For one list over that connection. */
    public Pages(ApiConnection connection) {
        whole = connection;
        paged = connection.inPages();
    }

    /** How a page is requested. */
    public interface Request {
        ObjectNode send(ApiConnection connection, Map<String, String> query);
    }

    /** Requests a page; sets its size in the query. */
    public ObjectNode next(Map<String, String> query, Request request) {
        while (true) {
            query.put("limit", Integer.toString(size));
            try {
                ObjectNode page = request.send(size == 1 ? whole : paged, query);
                size = grows ? Math.min(2 * size, LARGEST) : size;
                return page;
            } catch (AnswerTooLargeException e) {
                if (size == 1) {
                    throw e;
                }
                grows = false;
                size /= 2;
            }
        }
    }
}
