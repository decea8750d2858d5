package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.function.Consumer;

/** A filter of a tenth author that takes notes out, or one of its faults by number. */
final class HiddenNotes implements DeltaFilter {
    /** A buffer of all calls, of fault 4. */
    private static final StringBuilder SHOWN = new StringBuilder();

    private final AiCall call;
    private final int wrong;
    private final StringBuilder held = new StringBuilder();
    private int hidden;

    private HiddenNotes(int wrong, AiCall call) {
        this.wrong = wrong;
        this.call = call;
    }

    static ResponsePolicy policy(int wrong) {
        return ResponsePolicy.filter(call -> new HiddenNotes(wrong, call));
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            StringBuilder shown = wrong == 4 ? SHOWN : new StringBuilder();
            shown.setLength(0);
            for (int i = 0; i < text.text().length(); i++) {
                step(text.text().charAt(i), shown);
            }
            show(shown, out);
            return;
        }
        if (endsText(delta)) {
            release(out);
        }
        out.accept(delta);
    }

    private boolean endsText(AiDelta delta) {
        return !(delta instanceof AiDelta.UsageReport) && !(wrong == 3 && delta instanceof AiDelta.Boundary);
    }

    private void step(char next, StringBuilder shown) {
        held.append(next);
        int length = held.length();
        if (length <= 2) {
            if (next != '[') { // no note begins here
                drain(shown);
            }
        } else if (next == '\n') { // the line ends, and the note did not
            drain(shown);
        } else if (length >= 4 && next == ']' && held.charAt(length - 2) == ']') {
            if (wrong == 5 ? held.indexOf("?") >= 0 : held.charAt(2) == '?') {
                shown.append("(?)");
            }
            hidden++;
            held.setLength(0);
        }
    }

    private void drain(StringBuilder shown) {
        shown.append(held);
        held.setLength(0);
    }

    private void release(Consumer<AiDelta> out) {
        StringBuilder rest = new StringBuilder();
        drain(rest);
        show(rest, out);
    }

    private static void show(StringBuilder text, Consumer<AiDelta> out) {
        if (text.length() > 0) {
            out.accept(new AiDelta.Text(text.toString()));
        }
    }

    @Override
    public void finish(Consumer<AiDelta> out) { // also of a stream that was cut
        release(out);
        if (hidden > 0) {
            call.addRemark(hidden + " notes hidden");
        }
    }
}
