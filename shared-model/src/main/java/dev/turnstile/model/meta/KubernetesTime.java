package dev.turnstile.model.meta;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/** Times in the one form that Kubernetes writes: seconds in UTC. */
public final class KubernetesTime {
    private static final String FORM = "dddd-dd-ddTdd:dd:ddZ";
    private static final int SECONDS_OF_DAY = 24 * 60 * 60;

    private KubernetesTime() {}

    /** The time that a text says, in that form or any other of ISO 8601. */
    public static Instant of(String text) {
        return isInForm(text) ? ofDigits(text) : Instant.parse(text);
    }

    static boolean isInForm(String text) {
        if (text.length() != FORM.length()) {
            return false;
        }
        for (int i = 0; i < FORM.length(); i++) {
            char wanted = FORM.charAt(i);
            char found = text.charAt(i);
            if (wanted == 'd' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        int month = number(text, 5, 7);
        return month >= 1
                && month <= 12
                && YearMonth.of(number(text, 0, 4), month).isValidDay(number(text, 8, 10))
                && number(text, 11, 13) < 24
                && number(text, 14, 16) < 60
                && number(text, 17, 19) < 60;
    }

    static Instant ofDigits(String text) {
        long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                .toEpochDay();
        int second = (number(text, 11, 13) * 60 + number(text, 14, 16)) * 60 + number(text, 17, 19);
        return Instant.ofEpochSecond(day * SECONDS_OF_DAY + second);
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }
}
