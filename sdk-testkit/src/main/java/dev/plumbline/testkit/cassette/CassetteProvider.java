package dev.plumbline.testkit.cassette;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.testkit.trial.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A provider whose answers come from a {@link Cassette}. A call that is not on it throws an AssertionError that says what
 * changed against the recorded call most like it. Safe for any number of threads.
 */
public final class CassetteProvider implements AiProvider {
    private final Tape tape;
    private final Supplier<AiProvider> real;
    private final Rewording rewording;
    private final List<String> drift = new ArrayList<>();
    private Optional<AiProvider> asked = Optional.empty();

    CassetteProvider(Tape tape, Supplier<AiProvider> real, Rewording rewording) {
        this.tape = tape;
        this.real = real;
        this.rewording = rewording;
    }

    @Override
    public String id() {
        return tape.records() ? real().id() : tape.provider();
    }

    @Override
    public String defaultModel() {
        return tape.records() ? real().defaultModel() : tape.model();
    }

    @Override
    public SchemaDialect schemaDialect() {
        return tape.records() ? real().schemaDialect() : tape.dialect();
    }

    @Override
    public AiReturn call(AiCall call) {
        return switch (tape.mode()) {
            case RECORD -> recorded(call);
            case STRICT -> played(call, tape.take(call).orElseThrow(() -> new AssertionError(tape.missing(call))));
            case LENIENT -> tape.take(call).map(found -> played(call, found)).orElseGet(() -> beside(call));
            case COMPARE -> compared(call);
        };
    }

    /**
     * What has changed since the recording: calls that are not on it and why, answers that came out otherwise, recorded
     * calls that nobody made. Empty when nothing has.
     */
    public synchronized List<String> drift() {
        List<String> all = new ArrayList<>(drift);
        all.addAll(tape.unplayed());
        return List.copyOf(all);
    }

    private AiReturn recorded(AiCall call) {
        Exchange exchange = Exchange.of(call, heard(call), rewording);
        tape.add(exchange, real());
        return played(call, exchange);
    }

    private static AiReturn played(AiCall call, Exchange exchange) {
        return exchange.play(call);
    }

    private AiReturn beside(AiCall call) {
        note(tape.missing(call));
        return real().call(call);
    }

    private AiReturn compared(AiCall call) {
        Probe now = heard(call);
        tape.take(call)
                .ifPresentOrElse(
                        before -> Shape.of(before.deltas())
                                .drift(Shape.of(now.shown()))
                                .forEach(this::note),
                        () -> note(tape.missing(call)));
        return Exchange.of(call, now, rewording).play(call);
    }

    /** What the real one says, kept back until it has been looked through. */
    private Probe heard(AiCall call) {
        List<AiDelta> pieces = Collections.synchronizedList(new ArrayList<>());
        AiReturn ret = real().call(call.withSink(pieces::add));
        return new Probe(pieces, ret);
    }

    private synchronized void note(String line) {
        drift.add(line);
    }

    private synchronized AiProvider real() {
        if (asked.isEmpty()) {
            asked = Optional.of(real.get());
        }
        return asked.get();
    }

    @Override
    public synchronized void close() {
        asked.ifPresent(AiProvider::close);
    }
}
