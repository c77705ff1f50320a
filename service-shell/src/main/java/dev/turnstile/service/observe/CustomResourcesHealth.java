package dev.turnstile.service.observe;

import dev.turnstile.service.definition.CustomResources;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Ready only where the custom resources are served; says which command helps. */
final class CustomResourcesHealth implements HealthIndicator {

    private final CustomResources resources;

    CustomResourcesHealth(CustomResources resources) {
        this.resources = resources;
    }

    @Override
    public Health health() {
        return switch (resources.state()) {
            case CustomResources.State.Complete() -> Health.up().build();
            case CustomResources.State.Missing(var names) ->
                Health.outOfService()
                        .withDetail("missing", String.join(", ", names))
                        .withDetail("remedy", CustomResources.REMEDY)
                        .build();
            case CustomResources.State.Unknown(var reason) ->
                Health.unknown().withDetail("reason", reason).build();
        };
    }
}
