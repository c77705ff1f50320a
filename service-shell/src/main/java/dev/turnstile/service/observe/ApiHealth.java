package dev.turnstile.service.observe;

import dev.turnstile.service.definition.CustomResources;
import io.kubernetes.client.openapi.ApiClient;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the API server answers, as the watches see it: a probe makes no request of its own. */
final class ApiHealth implements HealthIndicator {

    private final ApiClient client;
    private final CustomResources resources;

    ApiHealth(ApiClient client, CustomResources resources) {
        this.client = client;
        this.resources = resources;
    }

    @Override
    public Health health() {
        var health = switch (resources.state()) {
            case CustomResources.State.Complete(), CustomResources.State.Missing _ -> Health.up();
            case CustomResources.State.Unknown(var reason) ->
                Health.outOfService().withDetail("reason", reason);
        };
        return health.withDetail("server", client.getBasePath()).build();
    }
}
