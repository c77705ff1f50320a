package dev.turnstile.service;

import dev.turnstile.service.cluster.ClusterListener;
import dev.turnstile.service.config.ConfigurationListener;
import dev.turnstile.service.config.ServiceDefinition;
import dev.turnstile.service.observe.LogFormatListener;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a service, as a program or inside another one; never ends the process. */
public final class ServiceStart {

    private ServiceStart() {}

    /**
     * Starts the service and returns when it listens.
     *
     * @param arguments as on the command line: {@code --kubeconfig=PATH}, {@code --config=PATH}, any setting
     */
    public static ConfigurableApplicationContext start(ServiceDefinition definition, String... arguments) {
        var application = new SpringApplication(definition.application(), ServiceConfiguration.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of(
                ServiceDefinition.MARK,
                definition.name(),
                "spring.application.name",
                definition.name(),
                // Own names instead of application.yaml: both services may be on one class path.
                "spring.config.name",
                "turnstile-service," + definition.name()));
        application.addListeners(new LogFormatListener(), new ConfigurationListener(), new ClusterListener());
        application.addInitializers(
                context -> context.getBeanFactory().registerSingleton("serviceDefinition", definition));
        return application.run(arguments);
    }
}
