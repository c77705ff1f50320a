package dev.turnstile.embedded.api;

import java.util.List;
import java.util.Map;

/** The user that a request is made by or made for. */
public record UserInfo(String username, String uid, List<String> groups, Map<String, List<String>> extra) {

    public UserInfo {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }
}
