package dev.turnstile.manager;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.transcript.RunningControllers;
import dev.turnstile.service.transcript.ServiceInProcess;
import dev.turnstile.service.transcript.Settings;
import dev.turnstile.worker.WorkerRuntime;
import dev.turnstile.worker.WorkerService;

/** What runs in a cluster of a fleet's story: a worker-service everywhere, in the manager's a manager-service, too. */
final class StoryServices {
    private StoryServices() {}

    static RunningControllers start(String cluster, String kubeconfig, Settings settings) {
        RunningControllers worker = ServiceInProcess.start(
                WorkerService::start,
                service -> service.getBean(WorkerRuntime.class).active(),
                DeployedAccount.WORKER_SERVICE.kubeconfig(kubeconfig),
                settings,
                "--webhook.port=0",
                "--kueue.visibilityServer.bindPort=0");
        if (!cluster.equals("manager")) {
            return worker;
        }
        RunningControllers manager = ServiceInProcess.start(
                ManagerService::start,
                service -> service.getBean(ManagerRuntime.class).active(),
                DeployedAccount.MANAGER_SERVICE.kubeconfig(kubeconfig),
                settings);
        return new RunningControllers() {
            @Override
            public String metrics() {
                return worker.metrics() + manager.metrics();
            }

            @Override
            public void close() {
                manager.close();
                worker.close();
            }
        };
    }
}
