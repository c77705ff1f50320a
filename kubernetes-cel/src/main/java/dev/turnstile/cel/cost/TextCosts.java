package dev.turnstile.cel.cost;

import static dev.turnstile.cel.cost.CallCosts.TRAVERSAL;

import dev.turnstile.cel.cost.CallCosts.Call;
import java.util.List;

/** Costs of functions whose result may be much longer than their argument. */
final class TextCosts {

    private TextCosts() {}

    /**
     * The text is read and the result is made. The longest result has the shortest pieces replaced by the longest
     * replacement, as often as they fit; replacing nothing (an empty piece) puts the replacement around each character.
     */
    static Call replace(Operand target, List<Operand> arguments) {
        Estimate text = target.sizeOrUnknown();
        Estimate piece = arguments.get(0).sizeOrUnknown();
        Estimate replacement = arguments.get(1).sizeOrUnknown();
        long most;
        long mostKept;
        if (piece.least() == 0) {
            most = Estimate.sum(text.most(), 1);
            mostKept = text.most();
        } else if (replacement.most() <= piece.least()) {
            most = 0;
            mostKept = text.most();
        } else {
            most = quotient(text.most(), piece.least());
            mostKept = 0;
        }
        long least;
        long leastKept;
        if (piece.most() == 0) {
            least = Estimate.sum(text.least(), 1);
            leastKept = text.least();
        } else if (piece.most() <= replacement.least()) {
            least = 0;
            leastKept = text.least();
        } else {
            least = quotient(text.least(), piece.most());
            leastKept = 0;
        }
        Estimate result = new Estimate(least, most).times(replacement).plus(new Estimate(leastKept, mostKept));
        return new Call(text.times(2 * TRAVERSAL), result);
    }

    /** The size of all items, with the separator between them. */
    static Call join(Operand target, List<Operand> arguments) {
        Estimate items = target.sizeOrUnknown();
        Estimate result = target.elementType() == null ? Estimate.NOTHING : items.times(target.itemSize());
        if (!arguments.isEmpty()) {
            Estimate separators = new Estimate(Math.max(0, items.least() - 1), Math.max(0, items.most() - 1));
            result = result.plus(arguments.getFirst().sizeOrUnknown().times(separators));
        }
        return new Call(result.times(TRAVERSAL), result);
    }

    private static long quotient(long amount, long divisor) {
        return amount == Long.MAX_VALUE ? amount : (amount + divisor - 1) / divisor;
    }
}
