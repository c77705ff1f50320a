package dev.turnstile.core.snapshot;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set in the order of a comparator, of which a changed copy shares all but one path.
 *
 * <p>A height-balanced (AVL) tree: adding or removing one of n elements copies about log2(n) nodes.
 */
public final class OrderedSet<E> implements Iterable<E> {

    private record Node<E>(
            E element, @Nullable Node<E> left, @Nullable Node<E> right, int height, int size) {}

    private final Comparator<? super E> order;
    private final @Nullable Node<E> root;

    private OrderedSet(Comparator<? super E> order, @Nullable Node<E> root) {
        this.order = order;
        this.root = root;
    }

    public static <E> OrderedSet<E> empty(Comparator<? super E> order) {
        return new OrderedSet<>(order, null);
    }

    public int size() {
        return size(root);
    }

    public boolean contains(E element) {
        Node<E> node = root;
        while (node != null) {
            int side = order.compare(element, node.element);
            if (side == 0) {
                return true;
            }
            node = side < 0 ? node.left : node.right;
        }
        return false;
    }

    public OrderedSet<E> with(E element) {
        return new OrderedSet<>(order, insert(root, element));
    }

    public OrderedSet<E> without(E element) {
        return contains(element) ? new OrderedSet<>(order, delete(root, element)) : this;
    }

    private Node<E> insert(@Nullable Node<E> node, E element) {
        if (node == null) {
            return new Node<>(element, null, null, 1, 1);
        }
        int side = order.compare(element, node.element);
        if (side == 0) {
            return node(element, node.left, node.right);
        }
        return side < 0
                ? balanced(node.element, insert(node.left, element), node.right)
                : balanced(node.element, node.left, insert(node.right, element));
    }

    private @Nullable Node<E> delete(@Nullable Node<E> node, E element) {
        if (node == null) {
            return null;
        }
        int side = order.compare(element, node.element);
        if (side < 0) {
            return balanced(node.element, delete(node.left, element), node.right);
        }
        if (side > 0) {
            return balanced(node.element, node.left, delete(node.right, element));
        }
        Node<E> left = node.left;
        Node<E> right = node.right;
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        Node<E> successor = right;
        for (Node<E> next = right; next != null; next = next.left) {
            successor = next;
        }
        return balanced(successor.element, left, delete(right, successor.element));
    }

    private static <E> Node<E> node(E element, @Nullable Node<E> left, @Nullable Node<E> right) {
        return new Node<>(
                element, left, right, 1 + Math.max(height(left), height(right)), 1 + size(left) + size(right));
    }

    private static <E> Node<E> balanced(E element, @Nullable Node<E> left, @Nullable Node<E> right) {
        int lean = height(left) - height(right);
        if (lean > 1 && left != null) {
            Node<E> inner = left.right;
            if (height(left.left) < height(inner) && inner != null) {
                return node(
                        inner.element, node(left.element, left.left, inner.left), node(element, inner.right, right));
            }
            return node(left.element, left.left, node(element, inner, right));
        }
        if (lean < -1 && right != null) {
            Node<E> inner = right.left;
            if (height(right.right) < height(inner) && inner != null) {
                return node(
                        inner.element, node(element, left, inner.left), node(right.element, inner.right, right.right));
            }
            return node(right.element, node(element, left, inner), right.right);
        }
        return node(element, left, right);
    }

    private static <E> int height(@Nullable Node<E> node) {
        return node == null ? 0 : node.height;
    }

    private static <E> int size(@Nullable Node<E> node) {
        return node == null ? 0 : node.size;
    }

    @Override
    public Iterator<E> iterator() {
        return new InOrder<>(root);
    }

    private static final class InOrder<E> implements Iterator<E> {
        private final Deque<Node<E>> path = new ArrayDeque<>();

        InOrder(@Nullable Node<E> root) {
            descend(root);
        }

        private void descend(@Nullable Node<E> from) {
            for (Node<E> node = from; node != null; node = node.left) {
                path.push(node);
            }
        }

        @Override
        public boolean hasNext() {
            return !path.isEmpty();
        }

        @Override
        public E next() {
            Node<E> node = path.poll();
            if (node == null) {
                throw new NoSuchElementException("the set has no further element; ask hasNext first");
            }
            descend(node.right);
            return node.element;
        }
    }
}
