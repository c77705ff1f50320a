package dev.turnstile.worker;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.ServiceJarStories;
import java.util.List;
import java.util.Map;

class WorkerServiceIT extends ServiceJarStories {

    WorkerServiceIT() {
        super(
                "worker-service",
                DeployedAccount.WORKER_SERVICE,
                List.of("--webhook.port=0", "--kueue.visibilityServer.bindPort=0"),
                List.of("\"caches\":", "\"synced\":true", "\"webhookServer\":", "\"certificateEnds\":"),
                Map.of("/actuator/queues", 200, "/actuator/workloads/default/none", 404));
    }
}
