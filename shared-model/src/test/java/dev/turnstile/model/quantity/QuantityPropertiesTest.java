package dev.turnstile.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Against the official client's own quantity. Where that differs from Kubernetes, Kubernetes is right and the property
 * says so: the client
 *
 * <ul>
 *   <li>computes {@code Ei} in floating point ({@code 1Ei} is 1.152921504606847E+18), and cannot print the result;
 *   <li>keeps more than nine decimals, where Kubernetes rounds away from zero to a nano, and cannot print those;
 *   <li>prints negative amounts without a suffix ({@code -1000} for {@code -1k}), and zero with one ({@code 0n});
 *   <li>does not cap binary amounts at the largest {@code long}.
 * </ul>
 */
class QuantityPropertiesTest {
    private static final List<String> DECIMAL_SUFFIXES = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final List<String> BINARY_SUFFIXES = List.of("Ki", "Mi", "Gi", "Ti", "Pi");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

    @Property
    void wholeDecimalsAreReadComparedAndAddedAsByTheClient(
            @ForAll("decimals") String left, @ForAll("decimals") String right) {
        agree(left, right);
    }

    @Property
    void wholeBinariesAreReadComparedAndAddedAsByTheClient(
            @ForAll("binaries") String left, @ForAll("decimals") String right) {
        agree(left, right);
        agree(right, left);
    }

    @Property
    void exponentsAreReadComparedAndAddedAsByTheClient(
            @ForAll("exponents") String left, @ForAll("exponents") String right) {
        agree(left, right);
    }

    private static void agree(String left, String right) {
        Quantity ours = Quantity.parse(left);
        Quantity other = Quantity.parse(right);
        BigDecimal theirs = client(left);
        BigDecimal theirOther = client(right);

        assertThat(ours.amount()).isEqualByComparingTo(theirs);
        assertThat(Integer.signum(ours.compareTo(other))).isEqualTo(Integer.signum(theirs.compareTo(theirOther)));
        assertThat(ours.plus(other).amount()).isEqualByComparingTo(theirs.add(theirOther));
        assertThat(ours.minus(other).amount()).isEqualByComparingTo(theirs.subtract(theirOther));
        assertThat(client(ours.toString())).isEqualByComparingTo(theirs);
    }

    /** What the client reads; {@code Ei} by way of {@code Pi}, since it computes that one in floating point. */
    private static BigDecimal client(String text) {
        if (text.endsWith("Ei")) {
            return client(text.substring(0, text.length() - 2) + "Pi").multiply(KIBI);
        }
        return io.kubernetes.client.custom.Quantity.fromString(text).getNumber();
    }

    @Property
    void positiveAmountsArePrintedAsByTheClient(@ForAll("printable") String text) {
        assertThat(Quantity.parse(text))
                .hasToString(
                        io.kubernetes.client.custom.Quantity.fromString(text).toSuffixedString());
    }

    @Property
    void whatIsPrintedIsReadAsTheSameAndPrintedTheSame(@ForAll("quantities") String text) {
        Quantity quantity = Quantity.parse(text);
        Quantity again = Quantity.parse(quantity.toString());

        assertThat(again).isEqualTo(quantity);
        assertThat(again).hasToString(quantity.toString());
    }

    @Property
    void thePrintedNumberIsWholeAndHasNoLargerSuffix(@ForAll("quantities") String text) {
        String printed = Quantity.parse(text).toString();

        assertThat(printed).matches("-?[0-9]+([numkMGTPE]|[KMGTPE]i|e-?[0-9]+)?");
        if (printed.matches(".*[numkMGTP]$")) {
            assertThat(printed).doesNotContainPattern("000[numkMGTP]$");
        }
    }

    @Property
    void valuesSaturateAndNeverFallShort(@ForAll("quantities") String text) {
        Quantity quantity = Quantity.parse(text);
        BigDecimal value = BigDecimal.valueOf(quantity.value());

        if (quantity.value() != Long.MAX_VALUE && quantity.value() != Long.MIN_VALUE) {
            assertThat(value.abs()).isGreaterThanOrEqualTo(quantity.amount().abs());
            assertThat(value.subtract(quantity.amount()).abs()).isLessThan(BigDecimal.ONE);
        } else {
            assertThat(quantity.amount().abs()).isGreaterThan(BigDecimal.valueOf(Long.MAX_VALUE - 1));
        }
    }

    @Property
    void equalQuantitiesHaveEqualHashes(@ForAll("quantities") String left, @ForAll("quantities") String right) {
        Quantity first = Quantity.parse(left);
        Quantity second = Quantity.parse(right);
        Quantity sameByDetour = first.plus(second).minus(second);

        assertThat(sameByDetour).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(first.equals(second)).isEqualTo(first.compareTo(second) == 0);
    }

    @Provide
    Arbitrary<String> quantities() {
        return Arbitraries.oneOf(decimals(), binaries(), exponents(), fractions());
    }

    @Provide
    Arbitrary<String> printable() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 999_999),
                        Arbitraries.oneOf(Arbitraries.of(DECIMAL_SUFFIXES), Arbitraries.of(BINARY_SUFFIXES)))
                .as((number, suffix) -> number + suffix)
                .filter(text -> client(text).compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0);
    }

    @Provide
    Arbitrary<String> decimals() {
        return Combinators.combine(numbers(), Arbitraries.of(DECIMAL_SUFFIXES)).as((number, suffix) -> number + suffix);
    }

    @Provide
    Arbitrary<String> binaries() {
        // as many Pi and Ei as the cap leaves room for
        return Arbitraries.oneOf(
                Combinators.combine(Arbitraries.longs().between(-8191, 8191), Arbitraries.of(BINARY_SUFFIXES))
                        .as((number, suffix) -> number + suffix),
                Arbitraries.longs().between(-7, 7).map(number -> number + "Ei"));
    }

    @Provide
    Arbitrary<String> exponents() {
        return Combinators.combine(
                        numbers(),
                        Arbitraries.of("e", "E"),
                        Arbitraries.integers().between(-9, 30))
                .as((number, letter, exponent) -> number + letter + exponent);
    }

    @Provide
    Arbitrary<String> fractions() {
        return Combinators.combine(
                        Arbitraries.bigDecimals()
                                .between(BigDecimal.valueOf(-1e15), BigDecimal.valueOf(1e15))
                                .ofScale(12),
                        Arbitraries.oneOf(Arbitraries.of(DECIMAL_SUFFIXES), Arbitraries.of(BINARY_SUFFIXES)))
                .as((number, suffix) -> number.toPlainString() + suffix);
    }

    private static Arbitrary<String> numbers() {
        return Arbitraries.longs().map(String::valueOf);
    }
}
