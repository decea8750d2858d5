package dev.plumbline.testkit.cassette;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.check.PolicyProbe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A provider that answers from a {@link Cassette}. An unrecorded call is an {@link AiException} INTERNAL {@code
 * cassette}, whose message has the differences from the most similar recorded call. Thread-safe.
 */
public final class CassetteProvider implements AiProvider {
    private final CassetteFile tape;
    private final Supplier<AiProvider> real;
    private final RecordingRedactor rewording;
    private final List<String> drift = new ArrayList<>();
    private Optional<AiProvider> asked = Optional.empty();

    CassetteProvider(CassetteFile tape, Supplier<AiProvider> real, RecordingRedactor rewording) {
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
            case STRICT -> played(call, tape.take(call).orElseThrow(() -> unrecorded(call)));
            case LENIENT -> tape.take(call).map(found -> played(call, found)).orElseGet(() -> beside(call));
            case COMPARE -> compared(call);
        };
    }

    private AiException unrecorded(AiCall call) {
        return new AiException(AiError.of(AiError.Category.INTERNAL, "cassette", tape.missing(call)));
    }

    /**
     * Returns the changes since the recording: unrecorded calls with the reason, answers that differ, and recorded
     * calls that were not made. Empty if there are none.
     */
    public synchronized List<String> drift() {
        List<String> all = new ArrayList<>(drift);
        all.addAll(tape.unplayed());
        return List.copyOf(all);
    }

    private AiReturn recorded(AiCall call) {
        RecordedExchange exchange = RecordedExchange.of(call, heard(call), rewording);
        tape.add(exchange, real());
        return played(call, exchange);
    }

    private static AiReturn played(AiCall call, RecordedExchange exchange) {
        return exchange.play(call);
    }

    private AiReturn beside(AiCall call) {
        note(tape.missing(call));
        return real().call(call);
    }

    private AiReturn compared(AiCall call) {
        PolicyProbe now = heard(call);
        tape.take(call)
                .ifPresentOrElse(
                        before -> AnswerShape.of(before.deltas())
                                .drift(AnswerShape.of(now.shown()))
                                .forEach(this::note),
                        () -> note(tape.missing(call)));
        return RecordedExchange.of(call, now, rewording).play(call);
    }

    /** Calls the real provider and returns its whole answer, so that it can be redacted. */
    private PolicyProbe heard(AiCall call) {
        List<AiDelta> pieces = Collections.synchronizedList(new ArrayList<>());
        AiReturn ret = real().call(call.withSink(pieces::add));
        return new PolicyProbe(pieces, ret);
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
