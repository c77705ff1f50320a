package dev.turnstile.embedded.builtin;

import static dev.turnstile.embedded.builtin.BuiltInType.cluster;
import static dev.turnstile.embedded.builtin.BuiltInType.namespaced;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Verb;
import java.util.List;
import java.util.stream.Stream;

/** Every built-in kind but CustomResourceDefinition, which {@code api.crd} defines. */
public final class BuiltInTypes {
    private BuiltInTypes() {}

    public static List<ResourceType> all() {
        return Stream.of(core(), coreData(), workloads(), admission(), access(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ResourceType> core() {
        return List.of(
                cluster("", "v1", "Namespace", "namespaces")
                        .shortNames("ns")
                        .without(Verb.DELETECOLLECTION)
                        .status()
                        .rules(new NamespaceStrategy())
                        .type(),
                namespaced("", "v1", "Pod", "pods")
                        .shortNames("po")
                        .all()
                        .status()
                        .generation()
                        .rules(new PodStrategy())
                        .type(),
                cluster("", "v1", "Node", "nodes")
                        .shortNames("no")
                        .status()
                        .rules(new NodeStrategy())
                        .type(),
                namespaced("", "v1", "Secret", "secrets")
                        .rules(new SecretStrategy())
                        .type(),
                namespaced("", "v1", "ConfigMap", "configmaps")
                        .shortNames("cm")
                        .rules(new ConfigMapStrategy())
                        .type(),
                namespaced("", "v1", "Event", "events")
                        .shortNames("ev")
                        .rules(new EventStrategy(true))
                        .type(),
                namespaced("", "v1", "ServiceAccount", "serviceaccounts")
                        .shortNames("sa")
                        .rules(new ServiceAccountStrategy())
                        .type(),
                namespaced("", "v1", "Service", "services")
                        .shortNames("svc")
                        .all()
                        .status()
                        .rules(new ServiceStrategy())
                        .type());
    }

    private static List<ResourceType> coreData() {
        return List.of(
                namespaced("", "v1", "Endpoints", "endpoints").shortNames("ep").type(),
                namespaced("", "v1", "LimitRange", "limitranges")
                        .shortNames("limits")
                        .rules(new LimitRangeStrategy())
                        .type(),
                namespaced("", "v1", "ResourceQuota", "resourcequotas")
                        .shortNames("quota")
                        .status()
                        .rules(new ResourceQuotaStrategy())
                        .type(),
                namespaced("", "v1", "PodTemplate", "podtemplates")
                        .generation()
                        .rules(new PodTemplateStrategy())
                        .type(),
                namespaced("", "v1", "ReplicationController", "replicationcontrollers")
                        .shortNames("rc")
                        .all()
                        .status()
                        .generation()
                        .scaled()
                        .rules(new ReplicaStrategy(ReplicaStrategy.ReplicaKind.REPLICATION_CONTROLLER))
                        .type(),
                namespaced("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
                        .shortNames("pvc")
                        .status()
                        .type(),
                cluster("", "v1", "PersistentVolume", "persistentvolumes")
                        .shortNames("pv")
                        .status()
                        .type());
    }

    private static List<ResourceType> workloads() {
        return List.of(
                namespaced("events.k8s.io", "v1", "Event", "events")
                        .shortNames("ev")
                        .storedAs("", "v1")
                        .rules(new EventStrategy(false))
                        .type(),
                namespaced("batch", "v1", "Job", "jobs")
                        .all()
                        .status()
                        .generation()
                        .rules(new JobStrategy())
                        .type(),
                namespaced("batch", "v1", "CronJob", "cronjobs")
                        .shortNames("cj")
                        .all()
                        .status()
                        .generation()
                        .rules(new CronJobStrategy())
                        .type(),
                namespaced("apps", "v1", "Deployment", "deployments")
                        .shortNames("deploy")
                        .all()
                        .status()
                        .generation()
                        .scaled()
                        .rules(new ReplicaStrategy(ReplicaStrategy.ReplicaKind.DEPLOYMENT))
                        .type(),
                namespaced("apps", "v1", "ReplicaSet", "replicasets")
                        .shortNames("rs")
                        .all()
                        .status()
                        .generation()
                        .scaled()
                        .rules(new ReplicaStrategy(ReplicaStrategy.ReplicaKind.REPLICA_SET))
                        .type(),
                namespaced("apps", "v1", "StatefulSet", "statefulsets")
                        .shortNames("sts")
                        .all()
                        .status()
                        .generation()
                        .scaled()
                        .rules(new ReplicaStrategy(ReplicaStrategy.ReplicaKind.STATEFUL_SET))
                        .type(),
                namespaced("apps", "v1", "DaemonSet", "daemonsets")
                        .shortNames("ds")
                        .all()
                        .status()
                        .generation()
                        .rules(new ReplicaStrategy(ReplicaStrategy.ReplicaKind.DAEMON_SET))
                        .type(),
                namespaced("apps", "v1", "ControllerRevision", "controllerrevisions")
                        .type());
    }

    private static List<ResourceType> admission() {
        return List.of(
                cluster(
                                "admissionregistration.k8s.io",
                                "v1",
                                "MutatingWebhookConfiguration",
                                "mutatingwebhookconfigurations")
                        .extension()
                        .generation()
                        .rules(new WebhookConfigurationStrategy(true))
                        .type(),
                cluster(
                                "admissionregistration.k8s.io",
                                "v1",
                                "ValidatingWebhookConfiguration",
                                "validatingwebhookconfigurations")
                        .extension()
                        .generation()
                        .rules(new WebhookConfigurationStrategy(false))
                        .type(),
                cluster(
                                "admissionregistration.k8s.io",
                                "v1",
                                "ValidatingAdmissionPolicy",
                                "validatingadmissionpolicies")
                        .singular("validatingadmissionpolicy")
                        .extension()
                        .status()
                        .generation()
                        .rules(new AdmissionPolicyStrategy())
                        .type(),
                cluster(
                                "admissionregistration.k8s.io",
                                "v1",
                                "ValidatingAdmissionPolicyBinding",
                                "validatingadmissionpolicybindings")
                        .extension()
                        .generation()
                        .rules(new AdmissionPolicyBindingStrategy())
                        .type());
    }

    private static List<ResourceType> access() {
        return List.of(
                cluster("authentication.k8s.io", "v1", "TokenReview", "tokenreviews")
                        .review()
                        .type(),
                cluster("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews")
                        .review()
                        .type(),
                cluster("authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews")
                        .review()
                        .type(),
                cluster("authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews")
                        .review()
                        .type(),
                cluster("authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews")
                        .review()
                        .type(),
                namespaced("authorization.k8s.io", "v1", "LocalSubjectAccessReview", "localsubjectaccessreviews")
                        .review()
                        .type(),
                namespaced("rbac.authorization.k8s.io", "v1", "Role", "roles")
                        .rules(new RoleStrategy(false))
                        .type(),
                namespaced("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings")
                        .rules(new RoleStrategy(true))
                        .type(),
                cluster("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles")
                        .rules(new RoleStrategy(false))
                        .type(),
                cluster("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings")
                        .rules(new RoleStrategy(true))
                        .type());
    }

    private static List<ResourceType> others() {
        return List.of(
                namespaced("coordination.k8s.io", "v1", "Lease", "leases")
                        .rules(new LeaseStrategy())
                        .type(),
                cluster("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses")
                        .shortNames("pc")
                        .generation()
                        .rules(new PriorityClassStrategy())
                        .type(),
                namespaced("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets")
                        .shortNames("pdb")
                        .status()
                        .generation()
                        .type(),
                namespaced("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices")
                        .generation()
                        .rules(new EndpointSliceStrategy())
                        .type(),
                namespaced("networking.k8s.io", "v1", "Ingress", "ingresses")
                        .singular("ingress")
                        .shortNames("ing")
                        .status()
                        .generation()
                        .type(),
                namespaced("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies")
                        .singular("networkpolicy")
                        .shortNames("netpol")
                        .generation()
                        .rules(new NetworkPolicyStrategy())
                        .type(),
                cluster("networking.k8s.io", "v1", "IngressClass", "ingressclasses")
                        .singular("ingressclass")
                        .generation()
                        .type(),
                cluster("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses")
                        .singular("runtimeclass")
                        .type(),
                cluster("apiregistration.k8s.io", "v1", "APIService", "apiservices")
                        .extension()
                        .status()
                        .rules(new ApiServiceStrategy())
                        .type());
    }
}
