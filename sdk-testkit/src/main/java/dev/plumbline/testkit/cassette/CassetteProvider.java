package dev.plumbline.testkit.cassette;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.PolicyProbe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A provider that answers from a {@link Cassette}. An unrecorded call is an {@link AiException} INTERNAL {@code
 * cassette}, whose message has the differences from the most similar recorded call. Thread-safe.
 */
final class CassetteProvider implements AiProvider {
    private final CassetteFile tape;
    private final Supplier<AiProvider> real;
    private final AnswerMask mask;
    private final Consumer<String> drift;
    private Optional<AiProvider> asked = Optional.empty();

    CassetteProvider(CassetteFile tape, Supplier<AiProvider> real, AnswerMask mask, Consumer<String> drift) {
        this.tape = tape;
        this.real = real;
        this.mask = mask;
        this.drift = drift;
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

    private AiReturn recorded(AiCall call) {
        tape.begin();
        RecordedExchange exchange = RecordedExchange.of(call, heard(call), mask);
        tape.add(exchange, real());
        return played(call, exchange);
    }

    private static AiReturn played(AiCall call, RecordedExchange exchange) {
        return exchange.play(call);
    }

    private AiReturn beside(AiCall call) {
        drift.accept(tape.missing(call));
        return real().call(call);
    }

    private AiReturn compared(AiCall call) {
        RecordedExchange now = RecordedExchange.of(call, heard(call), mask);
        tape.take(call)
                .ifPresentOrElse(
                        before -> AnswerDifferences.of(before, now).forEach(drift),
                        () -> drift.accept(tape.missing(call)));
        return now.play(call);
    }

    /** Calls the real provider and returns its whole answer, so that it can be masked. */
    private PolicyProbe heard(AiCall call) {
        List<AiDelta> pieces = Collections.synchronizedList(new ArrayList<>());
        AiReturn ret = real().call(call.withSink(pieces::add));
        return new PolicyProbe(pieces, ret);
    }

    private synchronized AiProvider real() {
        if (asked.isEmpty()) {
            asked = Optional.of(real.get());
        }
        return asked.get();
    }

    @Override
    public synchronized void close() {
        try {
            tape.end().forEach(drift);
        } finally {
            asked.ifPresent(AiProvider::close);
        }
    }
}
