package dev.turnstile.service.informer;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Hears what a {@link ResourceWatch} sees, on one thread, in the order of the API server. A listener that can not take
 * something in throws, and gets it again.
 */
public interface WatchListener {

    /** All objects that there are; what is not among them is gone. Also after each gap in the watch. */
    void listed(List<JsonNode> objects) throws IOException;

    /** An object is new or has changed. */
    void changed(JsonNode object) throws IOException;

    /** An object is gone. */
    void deleted(JsonNode object);

    /** Changes are being followed: the picture is up to date from here on. */
    void following();

    /** The API server does not answer, or refuses; called again at each attempt. */
    void lost(String reason);
}
