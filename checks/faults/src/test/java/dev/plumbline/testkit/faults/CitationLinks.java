package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ResponsePolicy;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A filter of a twelfth author, or one of its faults by number. It makes links of the marks with which a model cites objects of the plan:
 * "[#W12]" becomes "&lt;plan:wall 12&gt;". A mark of another object stays as it is. Only the first marks of an answer are links; those behind
 * them become the bare name. Text is shown as it comes: only what may begin a mark waits for the next piece.
 */
final class CitationLinks implements ResponsePolicy {
    /** A mark: one to eight capitals, digits or hyphens. */
    private static final Pattern MARK = Pattern.compile("\\[#([A-Z0-9-]{1,8})\\]");
    /** The end of a text that may go on as a mark; that of fault 1 is too short. */
    private static final Pattern BEGUN = Pattern.compile("\\[(#[A-Z0-9-]{0,8})?\\z");

    private static final Pattern SHORT = Pattern.compile("\\[(#[A-Z0-9-]{0,7})?\\z");

    private final Map<String, String> names;
    private final int most;
    private final int wrong;
    private final Counter ofAll = new Counter();

    CitationLinks(int wrong, Map<String, String> names, int most) {
        this.wrong = wrong;
        this.names = Map.copyOf(names);
        this.most = most;
    }

    @Override
    public AiReturn onReturn(AiReturn ret, AiCall call) {
        return ret; // everything is done while it streams
    }

    @Override
    public DeltaFilter onDeltas(AiCall call) {
        return new Linking();
    }

    /** How many links there are. */
    private static final class Counter {
        private int number;
    }

    /** The filter of one attempt. */
    private final class Linking implements DeltaFilter {
        private final StringBuilder pending = new StringBuilder();
        private final Counter links = wrong == 3 ? ofAll : new Counter();

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                pending.append(text.text());
                Matcher begun = (wrong == 1 ? SHORT : BEGUN).matcher(pending);
                release(begun.find() ? begun.start() : pending.length(), out);
                return;
            }
            boolean goesOn = delta instanceof AiDelta.UsageReport
                    || (wrong == 4 && delta instanceof AiDelta.Boundary)
                    || (wrong == 23 && delta instanceof AiDelta.ToolCallPart);
            if (!goesOn) { // numbers may come in the middle of a text
                release(pending.length(), out);
            }
            out.accept(delta);
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (wrong != 2) {
                release(pending.length(), out);
            }
        }

        private void release(int length, Consumer<AiDelta> out) {
            if (length == 0) {
                return;
            }
            String text = pending.substring(0, length);
            pending.delete(0, length);
            Matcher marks = MARK.matcher(text);
            StringBuilder linked = new StringBuilder();
            while (marks.find()) {
                marks.appendReplacement(linked, Matcher.quoteReplacement(shown(marks)));
            }
            marks.appendTail(linked);
            out.accept(new AiDelta.Text(linked.toString()));
        }

        private String shown(Matcher mark) {
            String name = names.get(mark.group(1));
            if (name == null) {
                return mark.group();
            }
            if (links.number >= most) {
                return name;
            }
            links.number++;
            return "<plan:" + name + ">";
        }
    }
}
