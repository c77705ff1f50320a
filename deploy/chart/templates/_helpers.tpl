{{/* The labels by which the pods of one service are chosen: dict "root" $ "service" "worker-service" */}}
{{- define "turnstile.selector" -}}
app.kubernetes.io/name: turnstile
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end }}

{{/* All labels of what belongs to one service. */}}
{{- define "turnstile.labels" -}}
{{ include "turnstile.selector" . }}
app.kubernetes.io/part-of: turnstile
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end }}

{{/* The name of everything of one service; roles and bindings without a namespace carry it, too. */}}
{{- define "turnstile.name" -}}
turnstile-{{ .service }}
{{- end }}

{{/* Bases of leader election's Lease, which the configuration may name. */}}
{{- define "turnstile.lease" -}}
{{- $election := .root.Values.configuration.leaderElection | default dict -}}
{{- $election.resourceName | default "c1f6bfd2.kueue.x-k8s.io" -}}
{{- end }}

{{/* The port in an address of the configuration, such as ":8443"; nothing where none is given, or it is off. */}}
{{- define "turnstile.portOf" -}}
{{- $address := toString (. | default "") -}}
{{- if and $address (ne $address "0") -}}
{{- $port := regexFind "[0-9]+$" $address -}}
{{- if or (not $port) (eq (int $port) 0) }}{{ fail (printf "configuration: %q: probes and Services need a port that is known beforehand, such as :8081" $address) }}{{ end -}}
{{- if regexMatch "^(127[.]|localhost:|\\[::1\\])" $address }}{{ fail (printf "configuration: %q: nobody reaches it from outside of the pod; leave the host out" $address) }}{{ end -}}
{{- $port -}}
{{- end -}}
{{- end }}

{{/* Where metrics and endpoints are: as the services understand the configuration. */}}
{{- define "turnstile.managementPort" -}}
{{- $metrics := include "turnstile.portOf" (.Values.configuration.metrics | default dict).bindAddress -}}
{{- $health := include "turnstile.portOf" (.Values.configuration.health | default dict).healthProbeBindAddress -}}
{{- coalesce $metrics $health "8081" -}}
{{- end }}

{{/* Where probes ask: a port of their own only where both addresses are given and differ. */}}
{{- define "turnstile.healthPort" -}}
{{- $health := include "turnstile.portOf" (.Values.configuration.health | default dict).healthProbeBindAddress -}}
{{- coalesce $health (include "turnstile.managementPort" .) -}}
{{- end }}

{{- define "turnstile.webhookPort" -}}
{{- (.Values.configuration.webhook | default dict).port | default 9443 -}}
{{- end }}

{{/* The Service in front of the webhook servers, which the configuration may name. */}}
{{- define "turnstile.webhookService" -}}
{{- (.Values.configuration.internalCertManagement | default dict).webhookServiceName | default "kueue-webhook-service" -}}
{{- end }}

{{/* Whether pending workloads are served: not empty where they are. */}}
{{- define "turnstile.visibility" -}}
{{- if ne (toString ((.Values.configuration.featureGates | default dict).VisibilityOnDemand)) "false" }}on{{ end -}}
{{- end }}

{{- define "turnstile.visibilityPort" -}}
{{- (.Values.configuration.visibilityServer | default dict).bindPort | default 8082 -}}
{{- end }}

{{/* The Secret of the webhook server's certificate, which the configuration may name. */}}
{{- define "turnstile.webhookSecret" -}}
{{- $certificates := .Values.configuration.internalCertManagement | default dict -}}
{{- $certificates.webhookSecretName | default "kueue-webhook-server-cert" -}}
{{- end }}

{{/* Account, what it may do in its own namespace, and the binding of both roles: dict "root" "service" "lease" "rules" */}}
{{- define "turnstile.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
  {{- with .root.Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ include "turnstile.name" . }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: {{ include "turnstile.name" . }}}
subjects:
- {kind: ServiceAccount, name: {{ include "turnstile.name" . }}, namespace: {{ .root.Release.Namespace }}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ include "turnstile.name" . }}}
subjects:
- {kind: ServiceAccount, name: {{ include "turnstile.name" . }}, namespace: {{ .root.Release.Namespace }}}
{{- end }}

{{/* What every service may do in its namespace: its Lease and the configuration. */}}
{{- define "turnstile.ownNamespace" -}}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [{{ .lease }}]
  verbs: [get, update]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list, watch]
{{- end }}

{{/* What every service may do in the cluster: read definitions, tell events, ask who is asking. */}}
{{- define "turnstile.everywhere" -}}
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  verbs: [get, list, watch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
- apiGroups: [authentication.k8s.io]
  resources: [tokenreviews]
  verbs: [create]
- apiGroups: [authorization.k8s.io]
  resources: [subjectaccessreviews]
  verbs: [create]
{{- end }}

{{/* Deployment: dict "root" "service" "values" "ports" (beside those of every service) */}}
{{- define "turnstile.deployment" -}}
{{- $management := include "turnstile.managementPort" .root -}}
{{- $health := include "turnstile.healthPort" .root -}}
{{- $probes := .root.Values.configuration.health | default dict -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  selector:
    matchLabels:
      {{- include "turnstile.selector" . | nindent 6 }}
  strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
  template:
    metadata:
      labels:
        {{- include "turnstile.labels" . | nindent 8 }}
        {{- with .values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "turnstile.name" . }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      # Graceful stop (20 s), and giving up the Lease.
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532
        seccompProfile: {type: RuntimeDefault}
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: ScheduleAnyway
        labelSelector:
          matchLabels:
            {{- include "turnstile.selector" . | nindent 12 }}
      - maxSkew: 1
        topologyKey: topology.kubernetes.io/zone
        whenUnsatisfiable: ScheduleAnyway
        labelSelector:
          matchLabels:
            {{- include "turnstile.selector" . | nindent 12 }}
      containers:
      - name: {{ .service }}
        image: "{{ .values.image.repository }}:{{ .values.image.tag | default .root.Chart.AppVersion }}"
        imagePullPolicy: {{ .values.image.pullPolicy }}
        {{- with .values.args }}
        args:
          {{- toYaml . | nindent 10 }}
        {{- end }}
        ports:
        - {name: management, containerPort: {{ $management }}}
        {{- if ne $health $management }}
        - {name: health, containerPort: {{ $health }}}
        {{- end }}
        {{- range .ports }}
        - {name: {{ .name }}, containerPort: {{ .port }}}
        {{- end }}
        {{- $port := ternary "management" "health" (eq $health $management) }}
        startupProbe:
          httpGet: {path: /{{ $probes.livenessEndpointName | default "healthz" }}, port: {{ $port }}}
          periodSeconds: 2
          failureThreshold: 60
        livenessProbe:
          httpGet: {path: /{{ $probes.livenessEndpointName | default "healthz" }}, port: {{ $port }}}
          periodSeconds: 10
          failureThreshold: 6
        readinessProbe:
          httpGet: {path: /{{ $probes.readinessEndpointName | default "readyz" }}, port: {{ $port }}}
          periodSeconds: 5
        resources:
          {{- toYaml .values.resources | nindent 10 }}
        securityContext:
          allowPrivilegeEscalation: false
          readOnlyRootFilesystem: true
          capabilities: {drop: [ALL]}
        volumeMounts:
        - {name: scratch, mountPath: /tmp}
      volumes:
      - name: scratch
        emptyDir: {sizeLimit: 64Mi}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}

{{/* What surrounds the pods of a service: dict "root" "service" "webhook" bool "console" bool */}}
{{- define "turnstile.surroundings" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "turnstile.name" . }}-metrics
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "turnstile.selector" . | nindent 4 }}
  ports:
  - {name: management, port: {{ include "turnstile.managementPort" .root }}, targetPort: management}
{{- if .root.Values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "turnstile.selector" . | nindent 6 }}
{{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "turnstile.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
  - ports:
    - {protocol: TCP, port: management}
    {{- if ne (include "turnstile.healthPort" .root) (include "turnstile.managementPort" .root) }}
    - {protocol: TCP, port: health}
    {{- end }}
    {{- with .root.Values.networkPolicy.metricsFrom }}
    from:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- if .console }}
  - ports:
    - {protocol: TCP, port: console}
    {{- with .root.Values.networkPolicy.consoleFrom }}
    from:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- if .webhook }}
  # The API server is no pod that could be chosen.
  - ports:
    - {protocol: TCP, port: webhook}
    {{- if include "turnstile.visibility" .root }}
    - {protocol: TCP, port: visibility}
    {{- end }}
  {{- end }}
  egress:
  - ports:
    - {protocol: UDP, port: 53}
    - {protocol: TCP, port: 53}
  - ports:
    {{- range .root.Values.networkPolicy.apiPorts }}
    - {protocol: TCP, port: {{ . }}}
    {{- end }}
  {{- with .root.Values.networkPolicy.moreEgress }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- if .root.Values.serviceMonitor.enabled }}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ include "turnstile.name" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "turnstile.labels" . | nindent 4 }}
    {{- with .root.Values.serviceMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "turnstile.selector" . | nindent 6 }}
  endpoints:
  - {port: management, path: /metrics, interval: {{ .root.Values.serviceMonitor.interval }}}
{{- end }}
{{- end }}
