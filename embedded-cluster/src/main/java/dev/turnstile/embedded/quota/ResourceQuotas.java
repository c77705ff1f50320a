package dev.turnstile.embedded.quota;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy.AdmittedWrite;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The last word on a write: what it would use beyond a ResourceQuota of its namespace is refused, the rest is charged
 * to the quota's status before the object is there. What was charged for an object that did not come to be, or has
 * gone, is given back by the controller, which counts what there is.
 */
public final class ResourceQuotas {
    /** Quotas of a namespace. */
    public static final GroupVersionResource RESOURCE = GroupVersionResource.core("resourcequotas");

    private static final Set<String> RESIZED = Set.of("pods/resize", "services/");

    private final InstantSource time;

    public ResourceQuotas(InstantSource time) {
        this.time = time;
    }

    /** Refuses a write that exceeds a quota, by an {@link ApiException}; charges one that does not. */
    public void charge(AdmittedWrite write) {
        if (write.namespace().isEmpty() || !counts(write)) {
            return;
        }
        List<ApiObject> quotas = write.client().list(RESOURCE, write.namespace()).items().stream()
                .map(ApiObject::new)
                .toList();
        quotas.forEach(quota -> charged(quota, write));
        if (!write.dryRun()) {
            quotas.forEach(quota -> charge(quota, write));
        }
    }

    private static boolean counts(AdmittedWrite write) {
        GroupResource resource = write.type().groupResource();
        return write.old().isEmpty()
                ? write.subresource().isEmpty()
                : resource.group().isEmpty() && RESIZED.contains(resource.resource() + "/" + write.subresource());
    }

    private void charge(ApiObject first, AdmittedWrite write) {
        ClusterClient client = write.client();
        Optional<ApiObject> quota = Optional.of(first);
        while (quota.isPresent()) {
            Optional<ObjectNode> charged = charged(quota.get(), write);
            if (charged.isEmpty()) {
                return;
            }
            try {
                client.updateStatus(RESOURCE, charged.get());
                return;
            } catch (ApiException e) {
                if (e.code() == 404) {
                    return;
                }
                if (e.code() != 409) {
                    throw e;
                }
                quota = client.get(RESOURCE, write.namespace(), first.name()).map(ApiObject::new);
            }
        }
    }

    /** The quota with what the write uses; empty where that is nothing. */
    private Optional<ObjectNode> charged(ApiObject quota, AdmittedWrite write) {
        GroupResource resource = write.type().groupResource();
        if (!Counting.matches(quota, resource, write.object())) {
            return Optional.empty();
        }
        Usage hard = Usage.of(quota.at("status", "hard"));
        Set<String> limited = hard.amounts().keySet().stream()
                .filter(name -> Counting.concerns(name, resource))
                .collect(Collectors.toCollection(TreeSet::new));
        if (limited.isEmpty()) {
            return Optional.empty();
        }
        if (Counting.isPods(resource) && write.old().isEmpty()) {
            String unsaid = PodUsage.unsaid(new ApiObject(write.object()), limited);
            if (!unsaid.isEmpty()) {
                throw refusal(write, "failed quota: " + quota.name() + ": " + unsaid);
            }
        }
        Usage used = Usage.of(quota.at("status", "used"));
        if (!used.amounts().keySet().containsAll(limited)) {
            limited.removeAll(used.amounts().keySet());
            throw refusal(
                    write, "status unknown for quota: " + quota.name() + ", resources: " + String.join(",", limited));
        }
        Usage requested = requested(write, limited);
        if (requested.isNothing()) {
            return Optional.empty();
        }
        Usage next = used.plus(requested);
        List<String> exceeded = requested.amounts().keySet().stream()
                .filter(name -> next.amount(name).compareTo(hard.amount(name)) > 0)
                .toList();
        if (!exceeded.isEmpty()) {
            throw refusal(
                    write,
                    "exceeded quota: %s, requested: %s, used: %s, limited: %s"
                            .formatted(
                                    quota.name(), requested.only(exceeded), used.only(exceeded), hard.only(exceeded)));
        }
        ObjectNode charged = quota.tree().deepCopy();
        Json.child(charged, "status").set("used", next.json(Json.object()));
        return Optional.of(charged);
    }

    private Usage requested(AdmittedWrite write, Set<String> limited) {
        GroupResource resource = write.type().groupResource();
        Usage uses = Counting.of(resource, write.object(), time.instant());
        Usage more = write.old()
                .map(old -> uses.beyond(Counting.of(resource, old, time.instant())))
                .orElse(uses);
        return more.only(
                more.amounts().keySet().stream().filter(limited::contains).toList());
    }

    private static ApiException refusal(AdmittedWrite write, String why) {
        return ApiException.forbidden(write.type().groupResource(), Json.name(write.object()), why);
    }
}
