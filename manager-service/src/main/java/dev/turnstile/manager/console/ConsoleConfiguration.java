package dev.turnstile.manager.console;

import dev.turnstile.service.access.AccessReview;
import dev.turnstile.service.access.TokenAccess;
import java.time.InstantSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** The console on the service's own port, behind the same question as the actuator: may this token see the path? */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {

    @Bean
    ConsoleStreams consoleStreams(ConsoleSource source) {
        return new ConsoleStreams(new ConsoleFeed(source, InstantSource.system()));
    }

    @Bean
    FilterRegistrationBean<ConsoleHeaders> consoleHeaders() {
        var registration = new FilterRegistrationBean<>(new ConsoleHeaders());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<TokenAccess> consoleAccess(AccessReview review, Environment environment) {
        var registration = new FilterRegistrationBean<>(new TokenAccess(review, ConsolePaths::isOpen));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        registration.setEnabled(!environment.acceptsProfiles(Profiles.of("playground")));
        return registration;
    }
}
