package dev.plumbline.tools;

import dev.plumbline.body.Digest;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.ToolLedger;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs what has side effects by the book: it is written down before it begins, and nothing that is in it runs again. */
final class Booking {

    private Booking() {}

    static ToolEnvelope of(FencedContext call, Supplier<ToolEnvelope> run) {
        Optional<ToolLedger> ledger = call.setting().shop().ledger();
        boolean counts = !call.setting().item().definition().readOnly();
        return counts && ledger.isPresent() ? by(ledger.get(), call, run) : run.get();
    }

    private static ToolEnvelope by(ToolLedger ledger, FencedContext call, Supplier<ToolEnvelope> run) {
        ToolLedger.Call line = line(call);
        Optional<ToolLedger.Line> before;
        try {
            before = ledger.begin(line);
        } catch (RuntimeException e) {
            call.setting().report("tool-ledger", e);
            return ToolEnvelope.failed(
                            ToolEnvelope.Code.FAILED, "The call could not be written down, so it did not run.")
                    .withEffect(ToolEnvelope.Effect.NOT_STARTED)
                    .withRetryable(true);
        }
        boolean again = before.isPresent() && !isHarmless(call, line, before.get());
        return again ? known(line, before.get()) : booked(ledger, line, run);
    }

    /** Begun and not ended, and twice is as good as once. */
    private static boolean isHarmless(FencedContext call, ToolLedger.Call line, ToolLedger.Line before) {
        return before.envelope().isEmpty()
                && before.digest().equals(line.digest())
                && call.setting().item().definition().idempotent();
    }

    private static ToolEnvelope known(ToolLedger.Call line, ToolLedger.Line before) {
        if (!before.digest().equals(line.digest())) {
            return Outcomes.denied("This call id belongs to another call, which ran. Ask under a new id.");
        }
        return before.envelope()
                .orElseGet(() -> ToolEnvelope.failed(
                        ToolEnvelope.Code.OUTCOME_UNKNOWN,
                        "This call began before and nobody knows how it ended. Look before you ask again."));
    }

    private static ToolEnvelope booked(ToolLedger ledger, ToolLedger.Call line, Supplier<ToolEnvelope> run) {
        ToolEnvelope envelope = run.get();
        ledger.finish(line, envelope);
        return envelope;
    }

    private static ToolLedger.Call line(FencedContext call) {
        return new ToolLedger.Call(
                call.setting().scope().ids().session(), call.toolCall().id(), digest(call));
    }

    /** Of what exactly is asked for. */
    static Fingerprint digest(FencedContext call) {
        return Digest.of("plb1/tool-call")
                .text(call.toolCall().name())
                .json(call.toolCall().arguments())
                .fingerprint();
    }
}
