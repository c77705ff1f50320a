package dev.turnstile.model.meta;

/** The names of the API itself. */
public final class ApiNames {
    /** The API group of the kinds that users write. */
    public static final String GROUP = "kueue.x-k8s.io";

    /** The only version of the group that is served. */
    public static final String VERSION = "v1beta2";

    /** Group and version, as an object's {@code apiVersion} has them. */
    public static final String API_VERSION = GROUP + "/" + VERSION;

    /** Group and version of the configuration file. */
    public static final String CONFIGURATION_API_VERSION = "config.kueue.x-k8s.io/" + VERSION;

    /**
     * The AdmissionCheck {@code controllerName} that manager-service serves; also the value of {@code spec.managedBy}.
     */
    public static final String MULTIKUEUE_CONTROLLER = GROUP + "/multikueue";

    /** The LocalQueue and the WorkloadPriorityClass of this name serve those that name none. */
    public static final String DEFAULT = "default";

    /** The resource whose amount is the number of pods; pods may not request it themselves. */
    public static final String PODS_RESOURCE = "pods";

    private ApiNames() {}
}
