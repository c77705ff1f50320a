package dev.turnstile.embedded.object;

import java.util.concurrent.ThreadLocalRandom;

/** Names and uids that the server gives. */
public final class NameGenerator {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final int LONGEST_BASE = 63 - SUFFIX;

    private NameGenerator() {}

    public static String from(String base) {
        StringBuilder name = new StringBuilder(base.length() > LONGEST_BASE ? base.substring(0, LONGEST_BASE) : base);
        for (int i = 0; i < SUFFIX; i++) {
            name.append(ALPHABET.charAt(ThreadLocalRandom.current().nextInt(ALPHABET.length())));
        }
        return name.toString();
    }

    /** A random (version 4) UUID; uniqueness, not secrecy, is what a uid needs. */
    public static String uid() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new java.util.UUID(high, low).toString();
    }
}
