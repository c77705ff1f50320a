package dev.turnstile.playground;

/** Starts what there is and says so. */
public final class Playground {
    private Playground() {}

    public static void main(String[] arguments) {
        System.out.println("Turnstile playground: Java " + Runtime.version());
    }
}
