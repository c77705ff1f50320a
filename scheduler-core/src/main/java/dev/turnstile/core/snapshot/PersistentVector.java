package dev.turnstile.core.snapshot;

import java.util.Arrays;
import java.util.List;

/**
 * An immutable vector of fixed length, of which a changed copy shares all but one path.
 *
 * <p>A tree of arrays with 32 places each: reading takes one step per level, changing one element copies one array per
 * level (two levels hold 1,024 elements, three 32,768).
 */
final class PersistentVector<T> {
    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;
    private static final int MASK = WIDTH - 1;

    private final Object[] root;
    private final int shift;
    private final int size;

    private PersistentVector(Object[] root, int shift, int size) {
        this.root = root;
        this.shift = shift;
        this.size = size;
    }

    static <T> PersistentVector<T> of(List<T> elements) {
        Object[] level = elements.toArray();
        int shift = 0;
        while (level.length > WIDTH) {
            Object[] above = new Object[(level.length + MASK) >> BITS];
            for (int i = 0; i < above.length; i++) {
                above[i] = Arrays.copyOfRange(level, i << BITS, Math.min(level.length, (i + 1) << BITS));
            }
            level = above;
            shift += BITS;
        }
        return new PersistentVector<>(level, shift, elements.size());
    }

    int size() {
        return size;
    }

    @SuppressWarnings("unchecked")
    T get(int index) {
        Object[] node = root;
        for (int level = shift; level > 0; level -= BITS) {
            node = (Object[]) node[(index >> level) & MASK];
        }
        return (T) node[index & MASK];
    }

    PersistentVector<T> with(int index, T element) {
        return new PersistentVector<>(changed(root, shift, index, element), shift, size);
    }

    private static Object[] changed(Object[] node, int level, int index, Object element) {
        Object[] copy = node.clone();
        int place = (index >> level) & MASK;
        copy[place] = level == 0 ? element : changed((Object[]) node[place], level - BITS, index, element);
        return copy;
    }
}
