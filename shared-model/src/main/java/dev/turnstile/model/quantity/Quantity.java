package dev.turnstile.model.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An amount of a resource, exact, as Kubernetes' {@code resource.Quantity}.
 *
 * <p>Two quantities are equal if their amounts are, whatever their formats: {@code 1Gi} equals {@code 1024Mi}.
 *
 * <p>As in Kubernetes: nothing smaller than a nano exists, smaller amounts are rounded away from zero; a binary amount
 * beyond the largest {@code long} is read as that; adding to zero takes the other's format.
 *
 * <p>Other than Kubernetes, which is inconsistent there:
 *
 * <ul>
 *   <li>{@link #value()}, {@link #milliValue()} and the like saturate, where Kubernetes wraps around or returns zero;
 *       what is not whole is always rounded away from zero, where Kubernetes rounds large negative amounts up;
 *   <li>amounts beyond the last suffix keep their value in print ({@code 5000E}, {@code 1024Ei}), where Kubernetes
 *       drops the suffix and prints {@code 5};
 *   <li>a text without a digit ({@code "-"}, {@code "k"}) is no quantity, where Kubernetes reads zero;
 *   <li>exponents are taken at most as {@value #LARGEST_EXPONENT}, and no amount exceeds ten to that power, so that
 *       {@code 1e999999999} costs nothing; Kubernetes reads an exponent modulo 2^32.
 * </ul>
 */
public final class Quantity implements Comparable<Quantity> {
    static final int LARGEST_EXPONENT = 100;

    private static final int NANO = 9;
    private static final BigDecimal LARGEST = BigDecimal.ONE.scaleByPowerOfTen(LARGEST_EXPONENT);
    private static final BigDecimal LARGEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal SMALLEST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigInteger TEN = BigInteger.TEN;

    /** Nothing, in the format of plain numbers. */
    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, QuantityFormat.DECIMAL_SI);

    private final BigDecimal amount;
    private final QuantityFormat format;

    private Quantity(BigDecimal amount, QuantityFormat format) {
        this.amount =
                amount.abs().compareTo(LARGEST) > 0 ? LARGEST.multiply(BigDecimal.valueOf(amount.signum())) : amount;
        this.format = format;
    }

    /** A whole number of units, printed with decimal suffixes. */
    public static Quantity of(long units) {
        return of(units, QuantityFormat.DECIMAL_SI);
    }

    /** A whole number of units. */
    public static Quantity of(long units, QuantityFormat format) {
        return new Quantity(BigDecimal.valueOf(units), format);
    }

    /** A whole number of thousandths, printed with decimal suffixes. */
    public static Quantity ofMilli(long thousandths) {
        return new Quantity(BigDecimal.valueOf(thousandths, 3), QuantityFormat.DECIMAL_SI);
    }

    /** An amount; what is finer than a nano is rounded away from zero. */
    public static Quantity of(BigDecimal amount, QuantityFormat format) {
        return new Quantity(atMostNano(amount), format);
    }

    /**
     * Reads a quantity as it stands in a manifest.
     *
     * @throws QuantityFormatException if the text is no quantity; it says why
     */
    public static Quantity parse(String text) {
        int digits = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int end = digits;
        boolean anyDigit = false;
        int points = 0;
        while (end < text.length() && (Suffix.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            anyDigit |= text.charAt(end) != '.';
            points += text.charAt(end) == '.' ? 1 : 0;
            end++;
        }
        if (end == digits) {
            throw new QuantityFormatException(QuantityFormatException.Problem.FORMAT, text);
        }
        if (!anyDigit || points > 1) {
            throw new QuantityFormatException(QuantityFormatException.Problem.NUMBER, text);
        }
        Suffix suffix = Suffix.parse(text.substring(end))
                .orElseThrow(() -> new QuantityFormatException(QuantityFormatException.Problem.SUFFIX, text));
        return scaled(new BigDecimal(text.substring(0, end)), suffix);
    }

    private static Quantity scaled(BigDecimal number, Suffix suffix) {
        return switch (suffix.format()) {
            case DECIMAL_SI, DECIMAL_EXPONENT ->
                new Quantity(atMostNano(number.scaleByPowerOfTen((int) suffix.exponent())), suffix.format());
            case BINARY_SI -> {
                BigDecimal amount =
                        atMostNano(number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft((int) suffix.exponent()))));
                boolean fraction = amount.signum() != 0 && amount.abs().compareTo(BigDecimal.ONE) < 0;
                BigDecimal capped = amount.min(LARGEST_LONG).max(LARGEST_LONG.negate());
                yield new Quantity(capped, fraction ? QuantityFormat.DECIMAL_SI : QuantityFormat.BINARY_SI);
            }
        };
    }

    private static BigDecimal atMostNano(BigDecimal amount) {
        if (amount.scale() <= NANO) {
            return amount;
        }
        if (amount.precision() - (long) amount.scale() < -NANO) {
            // far below a nano: rescaling would build a number as long as its exponent
            return BigDecimal.valueOf(amount.signum(), NANO);
        }
        return amount.setScale(NANO, RoundingMode.UP);
    }

    /** Reads what JSON holds: a text, or a bare number. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Quantity fromJson(Object value) {
        return parse(
                value instanceof BigDecimal decimal
                        ? decimal.toPlainString()
                        : value.toString().strip());
    }

    /** The exact amount. */
    public BigDecimal amount() {
        return amount;
    }

    /** How the amount is printed. */
    public QuantityFormat format() {
        return format;
    }

    /** Whole units, rounded away from zero, at most the largest and at least the smallest {@code long}. */
    public long value() {
        return saturated(0);
    }

    /** Thousandths, rounded away from zero, at most the largest and at least the smallest {@code long}. */
    public long milliValue() {
        return saturated(3);
    }

    /** Multiples of 10^-{@code decimals}, rounded away from zero, saturated as {@link #value()}. */
    public long scaledValue(int decimals) {
        return saturated(decimals);
    }

    private long saturated(int decimals) {
        BigDecimal moved = amount.scaleByPowerOfTen(decimals);
        if (moved.compareTo(LARGEST_LONG) >= 0) {
            return Long.MAX_VALUE;
        }
        if (moved.compareTo(SMALLEST_LONG) <= 0) {
            return Long.MIN_VALUE;
        }
        BigDecimal whole = moved.setScale(0, RoundingMode.UP);
        return whole.min(LARGEST_LONG).max(SMALLEST_LONG).longValueExact();
    }

    /** -1, 0 or 1 for a negative amount, zero, a positive amount. */
    public int signum() {
        return amount.signum();
    }

    /** Whether the amount is zero. */
    public boolean isZero() {
        return amount.signum() == 0;
    }

    /** The sum; the format is this one's, or the other's where this is zero. */
    public Quantity plus(Quantity other) {
        return new Quantity(amount.add(other.amount), isZero() ? other.format : format);
    }

    /** The difference; the format is this one's, or the other's where this is zero. */
    public Quantity minus(Quantity other) {
        return new Quantity(amount.subtract(other.amount), isZero() ? other.format : format);
    }

    /** The product with a whole number. */
    public Quantity times(long factor) {
        return new Quantity(amount.multiply(BigDecimal.valueOf(factor)), format);
    }

    /** The product; what is finer than a nano is rounded away from zero. */
    public Quantity times(BigDecimal factor) {
        return of(amount.multiply(factor), format);
    }

    /** The same amount below zero. */
    public Quantity negated() {
        return new Quantity(amount.negate(), format);
    }

    /** The smaller of two; this one if they are equal. */
    public Quantity min(Quantity other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The larger of two; this one if they are equal. */
    public Quantity max(Quantity other) {
        return compareTo(other) >= 0 ? this : other;
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    /**
     * The canonical text: no fraction, the largest suffix that leaves none.
     *
     * <p>A binary amount is printed with a decimal suffix where it lies between -1024 and 1024 or is not whole, since
     * it would be rounded otherwise.
     */
    @Override
    @JsonValue
    public String toString() {
        if (isZero()) {
            return "0";
        }
        return switch (format) {
            case DECIMAL_SI -> decimalSi();
            case DECIMAL_EXPONENT -> decimalExponent();
            case BINARY_SI -> amount.abs().compareTo(KIBI) < 0 || !isWhole() ? decimalSi() : binarySi();
        };
    }

    private boolean isWhole() {
        return amount.stripTrailingZeros().scale() <= 0;
    }

    private String decimalSi() {
        BigDecimal stripped = amount.stripTrailingZeros();
        int exponent = Math.min(Math.floorDiv(-stripped.scale(), 3) * 3, Suffix.LARGEST_DECIMAL);
        return digits(stripped, exponent) + Suffix.decimal(exponent);
    }

    private String decimalExponent() {
        BigDecimal stripped = amount.stripTrailingZeros();
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        return digits(stripped, exponent) + (exponent == 0 ? "" : "e" + exponent);
    }

    private static String digits(BigDecimal stripped, int exponent) {
        int zeros = -stripped.scale() - exponent;
        return stripped.unscaledValue().multiply(TEN.pow(zeros)).toString();
    }

    private String binarySi() {
        BigInteger whole = amount.toBigIntegerExact();
        int power = Math.min(whole.getLowestSetBit() / 10, Suffix.LARGEST_BINARY);
        return whole.shiftRight(10 * power) + Suffix.binary(power);
    }
}
