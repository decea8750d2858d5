package dev.plumbline.redaction;

import dev.plumbline.call.AiDelta;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Passes the deltas of one answer through stream filters: one for its text, one for its reasoning and refusals, and one
 * for the arguments of each tool call. The text of an answer is one text, independent of deltas between its pieces:
 * while a piece is held back, later deltas wait, too.
 */
final class RedactingDeltaFilter implements DeltaFilter {
    private final StreamFilter words;
    private final StreamFilter thoughts;
    private final Function<String, StreamFilter> arguments;
    private final Map<Integer, StreamFilter> calls = new TreeMap<>();
    private final List<AiDelta> behind = new ArrayList<>();
    private Function<String, AiDelta> thinking = AiDelta.Reasoning::new;
    private Class<? extends AiDelta> kind = AiDelta.Reasoning.class;

    /** Creates a filter with stream filters for text, for reasoning, and for the arguments of a call by the name of its tool. */
    RedactingDeltaFilter(StreamFilter words, StreamFilter thoughts, Function<String, StreamFilter> arguments) {
        this.words = words;
        this.thoughts = thoughts;
        this.arguments = arguments;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            said(text.text(), out);
        } else if (delta instanceof AiDelta.UsageReport) {
            out.accept(delta);
        } else if (delta instanceof AiDelta.Finish finish) {
            end(finish.reason() == FinishReason.LENGTH || finish.reason() == FinishReason.CONTENT_FILTER, out);
            out.accept(delta);
        } else {
            unsaid(delta, words.holds() ? behind::add : out);
        }
    }

    /** Passes text on; an empty piece changes nothing. */
    private void said(String text, Consumer<AiDelta> out) {
        if (text.isEmpty()) {
            return;
        }
        endThought(behind.isEmpty() ? out : behind::add);
        int from = 0;
        while (!behind.isEmpty() && from < text.length()) {
            int to = text.offsetByCodePoints(from, 1);
            say(text.substring(from, to), out);
            from = to;
        }
        say(text.substring(from), out);
    }

    /**
     * Passes text on, and then the waiting deltas once no text is held. Callers pass single characters while deltas
     * wait, so that the result is independent of the chunks.
     */
    private void say(String text, Consumer<AiDelta> out) {
        emit(words.accept(text), AiDelta.Text::new, out);
        if (!words.holds()) {
            follow(out);
        }
    }

    private void follow(Consumer<AiDelta> out) {
        behind.forEach(out);
        behind.clear();
    }

    private void unsaid(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Reasoning reasoning) {
            thought(reasoning.text(), AiDelta.Reasoning.class, AiDelta.Reasoning::new, out);
        } else if (delta instanceof AiDelta.Refusal refusal) {
            thought(refusal.text(), AiDelta.Refusal.class, AiDelta.Refusal::new, out);
        } else {
            endThought(out);
            out.accept(delta instanceof AiDelta.ToolCallPart part ? sifted(part) : delta);
        }
    }

    private void thought(
            String text, Class<? extends AiDelta> its, Function<String, AiDelta> make, Consumer<AiDelta> out) {
        if (text.isEmpty()) {
            return;
        }
        if (!its.equals(kind)) {
            endThought(out);
            kind = its;
            thinking = make;
        }
        emit(thoughts.accept(text), thinking, out);
    }

    private void endThought(Consumer<AiDelta> out) {
        emit(thoughts.finish(), thinking, out);
    }

    private AiDelta sifted(AiDelta.ToolCallPart part) {
        StreamFilter sieve = calls.computeIfAbsent(part.index(), index -> arguments.apply(part.name()));
        return new AiDelta.ToolCallPart(part.index(), part.id(), part.name(), sieve.accept(part.arguments()));
    }

    @Override
    public void finish(Consumer<AiDelta> out) {
        end(false, out);
    }

    /** Passes on what may be shown of the text that was held back, when the answer was cut. */
    void cut(Consumer<AiDelta> out) {
        end(true, out);
    }

    private void end(boolean cut, Consumer<AiDelta> out) {
        emit(cut ? words.cut() : words.finish(), AiDelta.Text::new, out);
        follow(out);
        emit(cut ? thoughts.cut() : thoughts.finish(), thinking, out);
        calls.forEach((index, sieve) -> {
            String rest = sieve.finish();
            if (!rest.isEmpty()) {
                out.accept(new AiDelta.ToolCallPart(index, "", "", rest));
            }
        });
    }

    private static void emit(String text, Function<String, AiDelta> make, Consumer<AiDelta> out) {
        if (!text.isEmpty()) {
            out.accept(make.apply(text));
        }
    }
}
