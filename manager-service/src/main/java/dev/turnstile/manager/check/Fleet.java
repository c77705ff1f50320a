package dev.turnstile.manager.check;

import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.AdmissionCheckParametersReference;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.MultiKueueConfig;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Which clusters a check stands for. */
public record Fleet(Store<AdmissionCheck> checks, Store<MultiKueueConfig> configs, Store<MultiKueueCluster> clusters) {

    /** Whether we are the controller of this check. */
    public static boolean isOurs(AdmissionCheck check) {
        return check.spec().controllerName().equals(ApiNames.MULTIKUEUE_CONTROLLER);
    }

    /** The state of our check on a workload; empty where the workload is not to be dispatched. */
    public Optional<AdmissionCheckState> checkOf(Workload workload) {
        return workload.status().admissionChecks().stream()
                .filter(state -> {
                    AdmissionCheck check = checks.get(ObjectKey.of(state.name()));
                    return check != null && isOurs(check);
                })
                .findFirst();
    }

    /** The clusters behind a check, preferred ones first; none where its config is missing. */
    public List<String> clustersOf(String check) {
        AdmissionCheck known = checks.get(ObjectKey.of(check));
        return known == null
                ? List.of()
                : config(known).map(config -> config.spec().clusters()).orElse(List.of());
    }

    /** Whether some config names this cluster. */
    public boolean names(String cluster) {
        return configs.all().stream()
                .anyMatch(config -> config.spec().clusters().contains(cluster));
    }

    /** The name of the config that a check refers to; empty where it refers to something else, or to nothing. */
    static Optional<String> configName(AdmissionCheck check) {
        AdmissionCheckParametersReference parameters = check.spec().parameters();
        if (parameters == null
                || !Objects.equals(parameters.apiGroup(), ApiNames.GROUP)
                || !Objects.equals(parameters.kind(), "MultiKueueConfig")) {
            return Optional.empty();
        }
        return Optional.of(parameters.name());
    }

    Optional<MultiKueueConfig> config(AdmissionCheck check) {
        return configName(check).map(name -> configs.get(ObjectKey.of(name)));
    }

    /** The checks of ours whose config is, or would be, this one. */
    public List<ObjectKey> checksOfConfig(String config) {
        return checks.all().stream()
                .filter(check -> isOurs(check)
                        && configName(check).filter(config::equals).isPresent())
                .map(check -> ObjectKey.of(String.valueOf(check.metadata().getName())))
                .toList();
    }

    /** The checks of ours that stand for this cluster. */
    public List<ObjectKey> checksOfCluster(String cluster) {
        return checks.all().stream()
                .filter(check -> isOurs(check)
                        && config(check)
                                .filter(config -> config.spec().clusters().contains(cluster))
                                .isPresent())
                .map(check -> ObjectKey.of(String.valueOf(check.metadata().getName())))
                .toList();
    }
}
