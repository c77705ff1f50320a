package dev.turnstile.model.quantity;

import java.math.BigInteger;
import java.util.Optional;

/** What stands behind the number: a power of ten, or a power of two, and the format that it implies. */
record Suffix(QuantityFormat format, long exponent) {
    private static final String[] DECIMAL = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final int SMALLEST_DECIMAL = -9;

    /** The largest power of a thousand that has a letter (E, 10^18). */
    static final int LARGEST_DECIMAL = 18;

    /** The largest power of 1,024 that has a letter (Ei). */
    static final int LARGEST_BINARY = BINARY.length - 1;

    static Optional<Suffix> parse(String text) {
        for (int i = 0; i < DECIMAL.length; i++) {
            if (DECIMAL[i].equals(text)) {
                return Optional.of(new Suffix(QuantityFormat.DECIMAL_SI, SMALLEST_DECIMAL + 3L * i));
            }
        }
        for (int i = 1; i < BINARY.length; i++) {
            if (BINARY[i].equals(text)) {
                return Optional.of(new Suffix(QuantityFormat.BINARY_SI, 10L * i));
            }
        }
        if (text.length() > 1 && (text.charAt(0) == 'e' || text.charAt(0) == 'E')) {
            return exponent(text.substring(1)).map(power -> new Suffix(QuantityFormat.DECIMAL_EXPONENT, power));
        }
        return Optional.empty();
    }

    private static Optional<Long> exponent(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (start == text.length()) {
            return Optional.empty();
        }
        for (int i = start; i < text.length(); i++) {
            if (!isDigit(text.charAt(i))) {
                return Optional.empty();
            }
        }
        BigInteger power = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
        return Optional.of(power.max(BigInteger.valueOf(-Quantity.LARGEST_EXPONENT))
                .min(BigInteger.valueOf(Quantity.LARGEST_EXPONENT))
                .longValueExact());
    }

    static String decimal(int exponent) {
        return DECIMAL[(exponent - SMALLEST_DECIMAL) / 3];
    }

    static String binary(int power) {
        return BINARY[power];
    }

    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
