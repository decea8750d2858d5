package dev.plumbline.redaction;

import dev.plumbline.call.AiDelta;
import dev.plumbline.policy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets what one answer says through sieves: one for its text, one for its thoughts and refusals, one for the arguments of each tool
 * call. The text of an answer is one text, whatever is between its pieces: while a piece is held back, what follows
 * waits, too.
 */
final class RedactingDeltaFilter implements DeltaFilter {
    private final StreamFilter words;
    private final StreamFilter thoughts;
    private final Function<String, StreamFilter> arguments;
    private final Map<Integer, StreamFilter> calls = new TreeMap<>();
    private final List<AiDelta> behind = new ArrayList<>();
    private Function<String, AiDelta> thinking = AiDelta.Reasoning::new;
    private Class<? extends AiDelta> kind = AiDelta.Reasoning.class;

    /** Sieves for words, and by the name of its tool for the arguments of a call. */
    RedactingDeltaFilter(Supplier<StreamFilter> speech, Function<String, StreamFilter> arguments) {
        this.words = speech.get();
        this.thoughts = speech.get();
        this.arguments = arguments;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            said(text.text(), out);
        } else if (delta instanceof AiDelta.UsageReport) {
            out.accept(delta);
        } else if (delta instanceof AiDelta.Finish) {
            finish(out);
            out.accept(delta);
        } else {
            unsaid(delta, words.holds() ? behind::add : out);
        }
    }

    /** Saying nothing changes nothing. */
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

    /** What waits follows as soon as nothing is held, which must not depend on how the text was cut: then it comes in characters. */
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
        emit(words.finish(), AiDelta.Text::new, out);
        follow(out);
        endThought(out);
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
