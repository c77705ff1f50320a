package dev.turnstile.worker;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.transcript.RunningControllers;
import dev.turnstile.service.transcript.ServiceInProcess;
import dev.turnstile.service.transcript.Settings;

/** A whole worker-service inside this process, as a story's controllers under test. */
final class StoryWorker {
    private StoryWorker() {}

    static RunningControllers start(String cluster, String kubeconfig, Settings settings) {
        return ServiceInProcess.start(
                WorkerService::start,
                service -> service.getBean(WorkerRuntime.class).active(),
                DeployedAccount.WORKER_SERVICE.kubeconfig(kubeconfig),
                settings,
                "--webhook.port=0",
                "--kueue.visibilityServer.bindPort=0");
    }
}
