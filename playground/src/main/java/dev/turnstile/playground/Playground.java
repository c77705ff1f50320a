package dev.turnstile.playground;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Starts what there is, says so, and runs until it is interrupted. */
public final class Playground {
    /** Where logback.xml puts the log; has to be set before the first logger is made. */
    private static final String LOG_FOLDER = "turnstile.playground.folder";

    private Playground() {}

    public static void main(String[] commandLine) throws IOException, InterruptedException {
        Arguments arguments;
        try {
            arguments = Arguments.parse(List.of(commandLine));
        } catch (Arguments.UsageException e) {
            System.err.println(e.getMessage() + "\n" + Arguments.USAGE);
            System.exit(2);
            return;
        }
        try {
            Ports.check(arguments);
        } catch (Arguments.UsageException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        System.setProperty(LOG_FOLDER, arguments.folder().toString());
        run(arguments);
    }

    private static void run(Arguments arguments) throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (Interrupt interrupt = new Interrupt();
                Fleet fleet = Fleet.start(arguments)) {
            fleet.writeKubeconfig(arguments);
            if (arguments.bare()) {
                System.out.println(Greeting.bare(fleet, arguments, since(started)));
                interrupt.await();
            } else {
                perform(fleet, arguments, started, interrupt);
            }
        }
    }

    private static void perform(Fleet fleet, Arguments arguments, long started, Interrupt interrupt)
            throws InterruptedException {
        try (Services services = Services.start(fleet, arguments, interrupt::hasArrived)) {
            if (!interrupt.hasArrived()) {
                perform(fleet, services, arguments, started, interrupt);
            }
        }
    }

    private static void perform(Fleet fleet, Services services, Arguments arguments, long started, Interrupt interrupt)
            throws InterruptedException {
        try (Stage stage = new Stage(fleet, services, arguments.speed());
                Controls controls = new Controls(arguments.port(Ports.CONTROLS), stage, fleet, services)) {
            SampleFleet.join(fleet);
            System.out.println(Greeting.full(fleet, services, controls, arguments, since(started)));
            if (arguments.story()) {
                stage.play();
            }
            interrupt.await();
        }
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
