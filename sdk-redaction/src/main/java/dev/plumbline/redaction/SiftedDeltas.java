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
    private Function<String, AiDelta> open = AiDelta.Text::new;
    private Class<? extends AiDelta> kind = AiDelta.Text.class;

    SiftedDeltas(Sieve words, Supplier<Sieve> arguments) {
        this.words = words;
        this.arguments = arguments;
    }

    @Override
    public void accept(AiDelta delta, Consumer<AiDelta> out) {
        if (delta instanceof AiDelta.Text text) {
            said(delta.getClass(), AiDelta.Text::new, text.text(), out);
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            said(delta.getClass(), AiDelta.Reasoning::new, reasoning.text(), out);
        } else if (delta instanceof AiDelta.Refusal refusal) {
            said(delta.getClass(), AiDelta.Refusal::new, refusal.text(), out);
        } else if (delta instanceof AiDelta.UsageReport) {
            out.accept(delta);
        } else {
            other(delta, out);
        }
    }

    private void said(
            Class<? extends AiDelta> its, Function<String, AiDelta> make, String text, Consumer<AiDelta> out) {
        if (kind != its) {
            flush(out);
            kind = its;
            open = make;
        }
        emit(words.accept(text), out);
    }

    private void other(AiDelta delta, Consumer<AiDelta> out) {
        flush(out);
        if (delta instanceof AiDelta.ToolCallPart part) {
            Sieve sieve = calls.computeIfAbsent(part.index(), index -> arguments.get());
            String let = sieve.accept(part.arguments());
            out.accept(new AiDelta.ToolCallPart(part.index(), part.id(), part.name(), let));
            return;
        }
        if (delta instanceof AiDelta.Finish) {
            flushCalls(out);
        }
        out.accept(delta);
    }

    @Override
    public void finish(Consumer<AiDelta> out) {
        flush(out);
        flushCalls(out);
    }

    private void flush(Consumer<AiDelta> out) {
        emit(words.finish(), out);
    }

    private void flushCalls(Consumer<AiDelta> out) {
        calls.forEach((index, sieve) -> {
            String rest = sieve.finish();
            if (!rest.isEmpty()) {
                out.accept(new AiDelta.ToolCallPart(index, "", "", rest));
            }
        });
    }

    private void emit(String text, Consumer<AiDelta> out) {
        if (!text.isEmpty()) {
            out.accept(open.apply(text));
        }
    }
}
