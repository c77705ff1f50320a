package dev.turnstile.embedded.api.read;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.FieldSelector;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Page;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.store.CompactedException;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Gets and lists objects at the requested versions. */
public final class Reads {
    private final Store store;

    public Reads(Store store) {
        this.store = store;
    }

    /** The parameters of a list as in the query; empty strings for missing ones. */
    public record ListRequest(
            Selectors selectors,
            long limit,
            String continueToken,
            String resourceVersion,
            String resourceVersionMatch) {
        public static ListRequest of(Selectors selectors) {
            return new ListRequest(selectors, 0, "", "", "");
        }
    }

    public Shelf shelf(ResourceType type) {
        return store.shelf(type.storage().toString());
    }

    public StoredObject get(ResourceType type, String namespace, String name, String resourceVersion) {
        notTooNew(resourceVersion);
        StoredObject stored = shelf(type).get(new ObjectKey(type.namespaced() ? namespace : "", name));
        if (stored == null) {
            throw ApiException.notFound(type.groupResource(), name);
        }
        return stored;
    }

    public boolean isMissing(ResourceType type, String namespace, String name) {
        return shelf(type).get(new ObjectKey(type.namespaced() ? namespace : "", name)) == null;
    }

    public Page list(ResourceType type, String namespace, ListRequest request) {
        checkMatch(request);
        if (!request.continueToken().isEmpty()) {
            Continuation from = Continuation.parse(request.continueToken());
            if (!request.resourceVersion().isEmpty()
                    && !request.resourceVersion().equals("0")) {
                throw ApiException.badRequest("specifying resource version is not allowed when using continue");
            }
            return page(type, namespace, request, continued(type, from), from.after());
        }
        Shelf.Snapshot snapshot;
        if (request.resourceVersionMatch().equals("Exact")) {
            long version = parseVersion(request.resourceVersion());
            notTooNew(request.resourceVersion());
            try {
                snapshot = shelf(type).snapshot(version);
            } catch (CompactedException e) {
                throw ApiException.expired("The resourceVersion for the provided list is too old.");
            }
        } else {
            notTooNew(request.resourceVersion());
            snapshot = shelf(type).snapshot();
        }
        return page(type, namespace, request, snapshot, null);
    }

    private Shelf.Snapshot continued(ResourceType type, Continuation from) {
        if (from.version() < 0) {
            return shelf(type).snapshot();
        }
        try {
            return shelf(type).snapshot(from.version());
        } catch (CompactedException e) {
            ApiException expired = ApiException.expired(
                    "The provided continue parameter is too old to display a consistent list result. You can start a"
                        + " new list without the continue parameter, or use the continue token in this response to"
                        + " retrieve the remainder of the results. Continuing with the provided token results in an"
                        + " inconsistent list - objects that were created, modified, or deleted between the time the"
                        + " first chunk was returned and now may show up in the list.");
            expired.status().putObject("metadata").put("continue", new Continuation(-1, from.after()).token());
            throw expired;
        }
    }

    private Page page(
            ResourceType type,
            String namespace,
            ListRequest request,
            Shelf.Snapshot snapshot,
            @Nullable ObjectKey after) {
        Collection<StoredObject> candidates;
        if (after == null) {
            candidates = snapshot.in(namespace);
        } else {
            NavigableMap<ObjectKey, StoredObject> rest = namespace.isEmpty()
                    ? snapshot.objects().tailMap(after, false)
                    : snapshot.objects().subMap(after, false, new ObjectKey(namespace + "\0", ""), false);
            candidates = rest.values();
        }
        long limit = request.limit() > 0 ? request.limit() : Long.MAX_VALUE;
        boolean all = request.selectors().everything();
        List<StoredObject> items = new ArrayList<>(all ? (int) Math.min(candidates.size(), limit) : 16);
        boolean more = false;
        Matcher matcher = new Matcher(type, request.selectors());
        for (StoredObject candidate : candidates) {
            if (!matcher.matches(candidate)) {
                continue;
            }
            if (items.size() == limit) {
                more = true;
                break;
            }
            items.add(candidate);
        }
        if (!more) {
            return new Page(items, snapshot.version(), "", null);
        }
        String token = new Continuation(snapshot.version(), items.getLast().key()).token();
        return new Page(items, snapshot.version(), token, all ? (long) candidates.size() - items.size() : null);
    }

    /** Whether objects of a type meet selectors. */
    public static final class Matcher {
        private final ResourceType type;
        private final Selectors selectors;
        private final boolean keyOnly;

        public Matcher(ResourceType type, Selectors selectors) {
            this.type = type;
            this.selectors = selectors;
            boolean onlyKeys = true;
            for (FieldSelector.Term term : selectors.fields().terms()) {
                onlyKeys &= term.field().equals("metadata.name") || term.field().equals("metadata.namespace");
            }
            keyOnly = onlyKeys;
            if (!keyOnly) {
                check();
            }
        }

        private void check() {
            var supported = type.strategy().selectableFields(Json.object()).keySet();
            for (FieldSelector.Term term : selectors.fields().terms()) {
                if (!supported.contains(term.field())
                        && !term.field().equals("metadata.name")
                        && !(term.field().equals("metadata.namespace") && type.namespaced())) {
                    throw ApiException.badRequest(
                            supported.isEmpty() && !type.custom()
                                    ? ApiException.quote(term.field())
                                            + " is not a known field selector: only \"metadata.name\","
                                            + " \"metadata.namespace\""
                                    : "field label not supported: " + term.field());
                }
            }
        }

        public boolean matches(StoredObject object) {
            if (!selectors.labels().everything() && !selectors.labels().matches(object.labels())) {
                return false;
            }
            return selectors.fields().matches(field -> switch (field) {
                case "metadata.name" -> object.key().name();
                case "metadata.namespace" -> object.key().namespace();
                default ->
                    object.fields(type, tree -> type.strategy().selectableFields(Conversion.toServed(type, tree)))
                            .getOrDefault(field, "");
            });
        }
    }

    private static void checkMatch(ListRequest request) {
        String match = request.resourceVersionMatch();
        if (match.isEmpty()) {
            return;
        }
        List<FieldError> errors = new ArrayList<>();
        if (request.resourceVersion().isEmpty()) {
            errors.add(FieldError.forbidden(
                    "resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided"));
        }
        if (!request.continueToken().isEmpty()) {
            errors.add(FieldError.forbidden(
                    "resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
        }
        if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
            errors.add(FieldError.notSupported("resourceVersionMatch", match, List.of("Exact", "NotOlderThan", "")));
        }
        if (match.equals("Exact") && request.resourceVersion().equals("0")) {
            errors.add(FieldError.forbidden(
                    "resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "ListOptions", "", errors);
        }
    }

    void notTooNew(String resourceVersion) {
        long asked = parseVersion(resourceVersion);
        long current = store.version();
        if (asked > current) {
            throw ApiException.timeout("Too large resource version: " + asked + ", current: " + current)
                    .retryAfterSeconds(1)
                    .withCause("ResourceVersionTooLarge", "Too large resource version", "");
        }
    }

    public static long parseVersion(String resourceVersion) {
        if (resourceVersion.isEmpty()) {
            return 0;
        }
        try {
            long version = Long.parseLong(resourceVersion);
            if (version >= 0) {
                return version;
            }
        } catch (NumberFormatException e) {
            throw invalidVersion(resourceVersion);
        }
        throw invalidVersion(resourceVersion);
    }

    private static ApiException invalidVersion(String resourceVersion) {
        return ApiException.badRequest("invalid resource version: " + noVersion(resourceVersion));
    }

    public static String noVersion(String text) {
        return "resourceVersion: Invalid value: " + ApiException.quote(text) + ": strconv.ParseUint: parsing "
                + ApiException.quote(text) + ": invalid syntax";
    }

    /** The start of the next page; a negative version means the current one. */
    record Continuation(long version, ObjectKey after) {
        String token() {
            ObjectNode token = Json.object()
                    .put("v", "meta.k8s.io/v1")
                    .put("rv", version)
                    .put("start", after.namespace() + "/" + after.name());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(token));
        }

        static Continuation parse(String token) {
            try {
                ObjectNode read = Json.parse(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8));
                String start = Json.text(read, "start");
                int slash = start.indexOf('/');
                if (slash >= 0) {
                    return new Continuation(
                            Json.number(read, -1, "rv"),
                            new ObjectKey(start.substring(0, slash), start.substring(slash + 1)));
                }
            } catch (IllegalArgumentException | tools.jackson.core.JacksonException | ClassCastException e) {
                throw ApiException.badRequest(
                        "invalid continue token: continue key is not valid: " + ApiException.quote(token) + " is none");
            }
            throw ApiException.badRequest("invalid continue token: continue key is not valid: it names no start");
        }
    }
}
