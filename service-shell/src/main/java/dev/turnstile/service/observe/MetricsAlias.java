package dev.turnstile.service.observe;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers {@code /metrics}, where Kueue's scrapers look, with the text of {@code /actuator/prometheus}. */
final class MetricsAlias extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getRequestURI().equals(EndpointPaths.METRICS_ALIAS)) {
            request.getRequestDispatcher(EndpointPaths.METRICS).forward(request, response);
            return;
        }
        chain.doFilter(request, response);
    }
}
