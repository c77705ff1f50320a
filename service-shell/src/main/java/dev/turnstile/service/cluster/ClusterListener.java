package dev.turnstile.service.cluster;

import dev.turnstile.service.config.Options;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/** Ends the start where no cluster is known, before seconds are spent on anything else. */
public final class ClusterListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 2;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        var credentials =
                Credentials.find(Options.of(event.getEnvironment()).value("kubeconfig"), Credentials.Places.here());
        event.getBootstrapContext()
                .addCloseListener(closed ->
                        closed.getApplicationContext().getBeanFactory().registerSingleton("credentials", credentials));
    }
}
