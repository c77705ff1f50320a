# Both services' image: docker build --build-arg SERVICE=worker-service -t turnstile/worker-service:0.1.0-SNAPSHOT .
#   SERVICE    worker-service or manager-service
#   JAR        a jar that is built already, such as worker-service/target/worker-service.jar; empty: Maven builds it here
#   REVISION   the commit, for the label
ARG JDK=docker.io/library/eclipse-temurin:25-jdk
ARG BASE=docker.io/library/debian:bookworm-slim

# A stage of its own, since it is the same whatever the sources and the service are.
FROM ${JDK} AS runtime
# Those of the JDK's modules that the services, their libraries and the JVM's own tools in an emergency (jcmd's other end) ask for.
RUN jlink --output /runtime --strip-java-debug-attributes --no-man-pages --no-header-files --compress zip-9 --add-modules \
java.base,java.desktop,java.instrument,java.logging,java.management,java.naming,java.net.http,java.scripting,java.security.jgss,java.security.sasl,java.sql,java.xml,jdk.crypto.cryptoki,jdk.jfr,jdk.management,jdk.naming.dns,jdk.unsupported,jdk.zipfs

FROM ${JDK} AS build
ARG SERVICE
ARG JAR=
WORKDIR /source
COPY . .
RUN case "$SERVICE" in worker-service|manager-service) ;; \
      *) echo "--build-arg SERVICE=$SERVICE: give worker-service or manager-service" >&2; exit 1 ;; esac \
 && if [ -n "$JAR" ]; then cp "$JAR" /service.jar; \
    else ./mvnw -B -ntp -pl "$SERVICE" -am -DskipTests package && cp "$SERVICE/target/$SERVICE.jar" /service.jar; fi
RUN java -Djarmode=tools -jar /service.jar extract --layers --destination /layers --application-filename service.jar \
 && rm -f /layers/*/lib/spring-boot-jarmode-tools-*.jar \
 && mkdir -p /layers/snapshot-dependencies/lib /layers/about \
 && javac -d /layers/probe deploy/image/Probe.java \
 && cp LICENSE NOTICE /layers/about/ \
 && cd /layers/about && jar xf /service.jar META-INF/sbom/application.cdx.json && mv META-INF/sbom/application.cdx.json . && rm -r META-INF

# Of Debian only what the runtime is linked against, and a user: no shell, no package manager, nothing that asks for updates but glibc.
FROM ${BASE} AS base
COPY --from=runtime /runtime /opt/java
RUN mkdir -p /root-of-image/etc /root-of-image/tmp && chmod 1777 /root-of-image/tmp \
 && find /opt/java -type f \( -name '*.so' -o -path '*/bin/*' \) -exec ldd {} + | grep -oE '/[^ ]*/[^ ]+\.so[^ ]*' | grep -v '^/opt/java' | sort -u \
  | xargs -I '{}' cp -L --parents '{}' /root-of-image \
 && echo 'turnstile:x:65532:65532::/tmp:/none' >/root-of-image/etc/passwd \
 && echo 'turnstile:x:65532:' >/root-of-image/etc/group \
 && echo 'hosts: files dns' >/root-of-image/etc/nsswitch.conf \
 && if [ -f /usr/share/doc/libc6/copyright ]; then cp --parents /usr/share/doc/libc6/copyright /root-of-image; fi

FROM scratch
ARG SERVICE
ARG REVISION=unknown
ARG VERSION=0.1.0-SNAPSHOT
LABEL org.opencontainers.image.title="turnstile ${SERVICE}" \
      org.opencontainers.image.description="Kueue and MultiKueue for people who run their platform on the JVM" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV LANG=C.UTF-8 JAVA_HOME=/opt/java
# What changes least comes first.
COPY --from=base /root-of-image /
COPY --from=runtime /runtime /opt/java
COPY --from=build /layers/dependencies /service
COPY --from=build /layers/snapshot-dependencies /service
COPY --from=build /layers/probe /opt/probe
COPY deploy/image/jvm.options /service/jvm.options
COPY --from=build /layers/application /service
COPY --from=build /layers/about /service/about
WORKDIR /service
# The cache of loaded and linked classes, with the options, the runtime and the class path that it will be used with.
RUN --mount=type=bind,source=deploy/image,target=/training --mount=type=tmpfs,target=/run ["/opt/java/bin/java", "@/service/jvm.options", "-Djava.io.tmpdir=/run", "-XX:AOTCacheOutput=/service/service.aot", "-Dspring.context.exit=onRefresh", \
     "-jar", "/service/service.jar", "--kubeconfig=/training/training.kubeconfig"]
USER 65532:65532
# 8080: the console (manager-service); 8081: health and metrics; 9443: webhooks (worker-service)
EXPOSE 8080 8081 9443
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/opt/java/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx8m", "-cp", "/opt/probe", "Probe", "/healthz"]
ENTRYPOINT ["/opt/java/bin/java", "@/service/jvm.options", "-XX:AOTCache=/service/service.aot", "-jar", "/service/service.jar"]
