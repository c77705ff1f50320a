package dev.turnstile.manager;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.ServiceJarStories;
import java.util.List;
import java.util.Map;

class ManagerServiceIT extends ServiceJarStories {

    ManagerServiceIT() {
        super(
                "manager-service",
                DeployedAccount.MANAGER_SERVICE,
                List.of(),
                List.of("\"api\":", "\"customResources\":"),
                Map.of("/actuator/clusters", 200, "/actuator/orchestration", 200));
    }
}
