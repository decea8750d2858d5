package dev.plumbline.redaction;

import java.util.function.UnaryOperator;

/**
 * Holds the arguments of a tool call until they are complete, and changes them then, because a part of them is of no
 * use.
 */
final class ArgumentStreamFilter implements StreamFilter {
    private final UnaryOperator<String> change;
    private final StringBuilder held = new StringBuilder();

    ArgumentStreamFilter(UnaryOperator<String> change) {
        this.change = change;
    }

    @Override
    public String accept(String more) {
        held.append(more);
        return "";
    }

    @Override
    public boolean holds() {
        return !held.isEmpty();
    }

    @Override
    public String finish() {
        String whole = held.toString();
        held.setLength(0);
        return whole.isEmpty() ? "" : change.apply(whole);
    }
}
