package dev.plumbline.redaction;

import java.util.function.UnaryOperator;

/**
 * Holds text back until its line is complete, for detectors that need whole lines; then passes it to the next filter.
 */
final class LineStreamFilter implements StreamFilter {
    private final UnaryOperator<String> change;
    private final StreamFilter next;
    private final StringBuilder held = new StringBuilder();

    LineStreamFilter(UnaryOperator<String> change, StreamFilter next) {
        this.change = change;
        this.next = next;
    }

    @Override
    public String accept(String more) {
        held.append(more);
        StringBuilder lines = new StringBuilder();
        int from = 0;
        for (int end = held.indexOf("\n"); end >= 0; end = held.indexOf("\n", from)) {
            lines.append(change.apply(held.substring(from, end))).append('\n');
            from = end + 1;
        }
        held.delete(0, from);
        return next.accept(lines.toString());
    }

    @Override
    public boolean holds() {
        return !held.isEmpty() || next.holds();
    }

    @Override
    public String finish() {
        String last = change.apply(held.toString());
        held.setLength(0);
        return next.accept(last) + next.finish();
    }
}
