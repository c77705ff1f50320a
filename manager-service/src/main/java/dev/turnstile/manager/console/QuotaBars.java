package dev.turnstile.manager.console;

import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.QuantityText;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.manager.console.QuotaSums.Figures;

/** Quota as bars. */
final class QuotaBars {
    private QuotaBars() {}

    /** A queue's quota that others use is free as far as the queue goes; among those of a cohort it is used. */
    static QuotaBar bar(FlavorResource key, Figures figures, boolean queue) {
        double whole = (double) Math.max(figures.nominal(), figures.used());
        long own = figures.used() - figures.borrowed();
        return new QuotaBar(
                key.flavor(),
                key.resource(),
                QuantityText.of(key.resource(), figures.nominal()),
                QuantityText.of(key.resource(), figures.used()),
                figures.borrowed() == 0 ? "" : QuantityText.of(key.resource(), figures.borrowed()),
                lent(key.resource(), figures),
                part(own, whole),
                part(figures.borrowed(), whole),
                queue ? part(figures.lentAtMost(), whole) : 0);
    }

    private static String lent(String resource, Figures figures) {
        var most = QuantityText.of(resource, figures.lentAtMost());
        if (figures.lentAtMost() == figures.lentAtLeast()) {
            return figures.lentAtMost() == 0 ? "" : most;
        }
        return figures.lentAtLeast() == 0
                ? "up to " + most
                : QuantityText.of(resource, figures.lentAtLeast()) + " to " + most;
    }

    private static double part(long amount, double whole) {
        return whole <= 0 ? 0 : Math.clamp((double) amount / whole, 0, 1);
    }
}
