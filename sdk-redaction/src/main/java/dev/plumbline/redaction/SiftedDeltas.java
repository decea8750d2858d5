package dev.plumbline.redaction;

import dev.plumbline.call.AiDelta;
import dev.plumbline.policy.DeltaFilter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lets the text of one answer through sieves: one for what is said, one for the arguments of each tool call. */
final class SiftedDeltas implements DeltaFilter {
    private final Sieve words;
    private final Supplier<Sieve> arguments;
    private final Map<Integer, Sieve> calls = new TreeMap<>();
    private Function<String, AiDelta> speech = AiDelta.Text::new;
    private Class<? extends AiDelta> kind = AiDelta.Text.class;

    SiftedDeltas(Sieve words, Supplier<Sieve> arguments) {
        this.words = words;
        this.arguments = arguments;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            said(text.text(), AiDelta.Text.class, AiDelta.Text::new, out);
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            said(reasoning.text(), AiDelta.Reasoning.class, AiDelta.Reasoning::new, out);
        } else if (delta instanceof AiDelta.Refusal refusal) {
            said(refusal.text(), AiDelta.Refusal.class, AiDelta.Refusal::new, out);
        } else if (delta instanceof AiDelta.ToolCallPart part) {
            emit(words.finish(), out);
            Sieve sieve = calls.computeIfAbsent(part.index(), index -> arguments.get());
            out.accept(new AiDelta.ToolCallPart(part.index(), part.id(), part.name(), sieve.accept(part.arguments())));
        } else {
            unspoken(delta, out);
        }
    }

    /** What is held of another kind of speech goes first. Saying nothing changes nothing. */
    private void said(
            String text, Class<? extends AiDelta> its, Function<String, AiDelta> make, Consumer<AiDelta> out) {
        if (text.isEmpty()) {
            return;
        }
        if (!its.equals(kind)) {
            emit(words.finish(), out);
            kind = its;
            speech = make;
        }
        emit(words.accept(text), out);
    }

    private void unspoken(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Finish) {
            finish(out);
        } else if (!(delta instanceof AiDelta.UsageReport)) {
            emit(words.finish(), out);
        }
        out.accept(delta);
    }

    @Override
    public void finish(Consumer<AiDelta> out) {
        emit(words.finish(), out);
        calls.forEach((index, sieve) -> {
            String rest = sieve.finish();
            if (!rest.isEmpty()) {
                out.accept(new AiDelta.ToolCallPart(index, "", "", rest));
            }
        });
    }

    private void emit(String text, Consumer<AiDelta> out) {
        if (!text.isEmpty()) {
            out.accept(speech.apply(text));
        }
    }
}
