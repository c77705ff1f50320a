package dev.turnstile.core.dispatch;

import java.util.List;
import java.util.Optional;

/** The built-in dispatchers by name; any other name means that somebody outside nominates. */
public record Dispatchers(List<Dispatcher> builtIn) {

    public Dispatchers {
        builtIn = List.copyOf(builtIn);
    }

    /** The built-in ones with their default step and round. */
    public static Dispatchers defaults() {
        return new Dispatchers(List.of(
                new AllAtOnceDispatcher(),
                new IncrementalDispatcher(IncrementalDispatcher.DEFAULT_STEP, IncrementalDispatcher.DEFAULT_ROUND)));
    }

    /** The dispatcher that the configuration's {@code multiKueue.dispatcherName} selects; empty means all at once. */
    public Dispatcher named(Optional<String> dispatcherName) {
        String wanted = dispatcherName.filter(name -> !name.isEmpty()).orElse(AllAtOnceDispatcher.NAME);
        return builtIn.stream()
                .filter(dispatcher -> dispatcher.name().equals(wanted))
                .findFirst()
                .orElseGet(() -> new OutsideDispatcher(wanted));
    }
}
