package dev.plumbline.policy;

import dev.plumbline.call.AiDelta;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Holds text back until its line is whole; whatever ends a text part ends its last line, too. */
final class LineFilter implements DeltaFilter {
    private final UnaryOperator<String> change;
    private final StringBuilder held = new StringBuilder();

    LineFilter(UnaryOperator<String> change) {
        this.change = change;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            held.append(text.text());
            release(held.lastIndexOf("\n") + 1, out);
        } else {
            if (!(delta instanceof AiDelta.UsageReport)) {
                finish(out);
            }
            out.accept(delta);
        }
    }

    @Override
    public void finish(Consumer<AiDelta> out) {
        release(held.length(), out);
    }

    private void release(int length, Consumer<AiDelta> out) {
        int from = 0;
        while (from < length) {
            int newline = held.indexOf("\n", from);
            int to = newline < 0 || newline >= length ? length : newline + 1;
            out.accept(new AiDelta.Text(change.apply(held.substring(from, to))));
            from = to;
        }
        held.delete(0, length);
    }
}
