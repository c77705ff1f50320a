package dev.turnstile.worker;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.ServiceJarStories;
import java.util.List;

class WorkerServiceIT extends ServiceJarStories {

    WorkerServiceIT() {
        super(
                "worker-service",
                DeployedAccount.WORKER_SERVICE,
                List.of("--webhook.port=0"),
                List.of("\"caches\":", "\"synced\":true", "\"webhookServer\":", "\"certificateEnds\":"));
    }
}
