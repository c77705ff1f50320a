package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.INT;
import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes' quantities in expressions: {@code quantity("1Gi").isLessThan(quantity("2Gi"))}. */
final class QuantityFunctions {

    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.Quantity");
    private static final Argument<Amount> QUANTITY = new Argument<>(TYPE, Amount.class);

    private QuantityFunctions() {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.global("quantity", "string_to_quantity", TYPE, STRING, Amount::of),
                CelFunction.global(
                        "isQuantity",
                        "is_quantity_string",
                        SimpleType.BOOL,
                        STRING,
                        text -> Amount.parse(text).isPresent()),
                CelFunction.global("sign", "quantity_sign", SimpleType.INT, QUANTITY, q -> (long) q.value.signum()),
                CelFunction.member("isInteger", "quantity_is_integer", SimpleType.BOOL, QUANTITY, Amount::isLong),
                CelFunction.member("asInteger", "quantity_get_int", SimpleType.INT, QUANTITY, Amount::asLong),
                CelFunction.member(
                        "asApproximateFloat",
                        "quantity_get_float",
                        SimpleType.DOUBLE,
                        QUANTITY,
                        q -> q.value.doubleValue()),
                CelFunction.member(
                        "isGreaterThan",
                        "quantity_is_greater_than",
                        SimpleType.BOOL,
                        QUANTITY,
                        QUANTITY,
                        (a, b) -> a.value.compareTo(b.value) > 0),
                CelFunction.member(
                        "isLessThan",
                        "quantity_is_less_than",
                        SimpleType.BOOL,
                        QUANTITY,
                        QUANTITY,
                        (a, b) -> a.value.compareTo(b.value) < 0),
                CelFunction.member("compareTo", "quantity_compare_to", SimpleType.INT, QUANTITY, QUANTITY, (a, b) ->
                        (long) a.value.compareTo(b.value)),
                CelFunction.member(
                        "add", "quantity_add", TYPE, QUANTITY, QUANTITY, (a, b) -> new Amount(a.value.add(b.value))),
                CelFunction.member(
                        "add",
                        "quantity_add_int",
                        TYPE,
                        QUANTITY,
                        INT,
                        (a, b) -> new Amount(a.value.add(BigDecimal.valueOf(b)))),
                CelFunction.member(
                        "sub",
                        "quantity_sub",
                        TYPE,
                        QUANTITY,
                        QUANTITY,
                        (a, b) -> new Amount(a.value.subtract(b.value))),
                CelFunction.member(
                        "sub",
                        "quantity_sub_int",
                        TYPE,
                        QUANTITY,
                        INT,
                        (a, b) -> new Amount(a.value.subtract(BigDecimal.valueOf(b)))));
    }

    /** An exact quantity, equal to others of the same amount however they are written. */
    static final class Amount {

        private static final Pattern FORM =
                Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]?|[eE][+-]?\\d{1,9})");
        private static final Map<String, Integer> DECIMAL =
                Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
        private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

        private final BigDecimal value;

        private Amount(BigDecimal value) {
            this.value = value.setScale(9, RoundingMode.UP).stripTrailingZeros();
        }

        static Amount of(String text) {
            return parse(text)
                    .orElseThrow(() -> new IllegalArgumentException("quantities must match the regular expression"
                            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"));
        }

        static Optional<Amount> parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                return Optional.empty();
            }
            BigDecimal number = new BigDecimal(form.group(1));
            String suffix = form.group(2);
            Integer exponent = DECIMAL.get(suffix);
            if (exponent != null) {
                return Optional.of(new Amount(number.scaleByPowerOfTen(exponent)));
            }
            int binary = BINARY.indexOf(suffix);
            if (binary > 0) {
                return Optional.of(new Amount(number.multiply(new BigDecimal(BigInteger.TWO.pow(10 * binary)))));
            }
            int written = Integer.parseInt(suffix.substring(1));
            return Math.abs(written) > 64
                    ? Optional.empty()
                    : Optional.of(new Amount(number.scaleByPowerOfTen(written)));
        }

        private boolean isLong() {
            return value.signum() == 0
                    || (value.scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE);
        }

        private long asLong() {
            if (!isLong()) {
                throw new IllegalArgumentException("cannot convert value to integer");
            }
            return value.longValueExact();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Amount amount && value.compareTo(amount.value) == 0;
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return value.toPlainString();
        }
    }
}
