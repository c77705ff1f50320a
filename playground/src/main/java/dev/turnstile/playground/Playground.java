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
        System.setProperty(LOG_FOLDER, arguments.folder().toString());
        run(arguments);
    }

    private static void run(Arguments arguments) throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (Interrupt interrupt = new Interrupt();
                Fleet fleet = arguments.bare() ? Fleet.bare(arguments) : Fleet.managerAndWorkers(arguments);
                Services services = arguments.bare() ? Services.none(arguments) : Services.start(fleet, arguments)) {
            fleet.writeKubeconfig(arguments);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            System.out.println(new Greeting(fleet, services, arguments).text(took));
            if (arguments.bare()) {
                interrupt.await();
            } else {
                tell(fleet, interrupt);
            }
        }
    }

    private static void tell(Fleet fleet, Interrupt interrupt) throws InterruptedException {
        System.out.println("\nThree Jobs come to worker-1, which has room for two (deploy/" + Story.SAMPLE + "):");
        try (Story story = new Story(fleet.clusters().get(1))) {
            story.begin();
            interrupt.await();
        }
    }
}
