package dev.plumbline.policy;

import dev.plumbline.call.AiDelta;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Holds text back until its line is complete, and holds other deltas between its pieces until after the line. */
final class LineDeltaFilter implements DeltaFilter {
    private final UnaryOperator<String> change;
    private final StringBuilder line = new StringBuilder();
    private final List<AiDelta> between = new ArrayList<>();

    LineDeltaFilter(UnaryOperator<String> change) {
        this.change = change;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            say(text.text(), out);
        } else if (delta instanceof AiDelta.Finish) {
            finish(out);
            out.accept(delta);
        } else if (line.isEmpty() || delta instanceof AiDelta.UsageReport) {
            out.accept(delta);
        } else {
            between.add(delta);
        }
    }

    private void say(String text, Consumer<AiDelta> out) {
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            line.append(text, from, end + 1);
            finish(out);
            from = end + 1;
        }
        line.append(text, from, text.length());
    }

    @Override
    public void finish(Consumer<AiDelta> out) {
        String whole = line.toString();
        line.setLength(0);
        if (!whole.isEmpty()) {
            out.accept(new AiDelta.Text(change.apply(whole)));
        }
        between.forEach(out);
        between.clear();
    }
}
