package dev.turnstile.manager;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.ServiceJarStories;
import java.util.List;

class ManagerServiceIT extends ServiceJarStories {

    ManagerServiceIT() {
        super("manager-service", DeployedAccount.MANAGER_SERVICE, List.of(), List.of("\"api\":", "\"customResources\":"));
    }
}
