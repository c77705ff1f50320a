package dev.turnstile.model.quantity;

/** How an amount is printed. Taken from the suffix it was read with, kept through arithmetic. */
public enum QuantityFormat {
    /** {@code 1500m}, {@code 4}, {@code 12k}: powers of a thousand with a letter. */
    DECIMAL_SI,
    /** {@code 64Mi}, {@code 8Gi}: powers of 1,024 with a letter. */
    BINARY_SI,
    /** {@code 12e6}: powers of a thousand written as an exponent. */
    DECIMAL_EXPONENT
}
