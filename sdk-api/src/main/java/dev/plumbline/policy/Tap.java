package dev.plumbline.policy;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.CallRecorder;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import org.jspecify.annotations.Nullable;

/**
 * A sink between two policies that passes deltas on and folds them. Neighbouring policies that leave the
 * sink alone share one, so a delta is folded once for all of them.
 */
final class Tap implements DeltaSink {
    private final DeltaSink outer;
    private final ChainRun run;
    private final CallRecorder recorder;
    private @Nullable Fold crossed;
    private @Nullable AiReturn agreed;
    private Usage agreedSince = Usage.NONE;

    /** The tokens that were reported through it, of all attempts. */
    Usage usage = Usage.NONE;

    private int attempts = 1;

    private Tap(DeltaSink outer, ChainRun run) {
        this.outer = outer;
        this.run = run;
        this.recorder = run.recorder();
    }

    /** The tap over a sink: the sink itself when it is a tap of this run that nothing has passed since its last Reset. */
    static Tap over(DeltaSink sink, ChainRun run) {
        return sink instanceof Tap tap && tap.run == run && tap.isEmpty() ? tap : new Tap(sink, run);
    }

    @Override
    public void accept(AiDelta delta) {
        if (crossed == null) {
            crossed = Fold.create();
        }
        agreed = null;
        crossed.accept(delta);
        if (delta instanceof AiDelta.UsageReport) {
            usage = crossed.usage();
        }
        recorder.passed(delta);
        outer.accept(delta);
    }

    @Override
    public boolean hasDelivered() {
        return outer.hasDelivered();
    }

    @Override
    public void remark(String note) {
        run.remark(note);
    }

    private boolean isEmpty() {
        return crossed == null || crossed.isEmpty();
    }

    /** Whether that return is what crossed since then, and was found to be. */
    @SuppressWarnings(
            "ReferenceEquality") // both were handed over by this tap, and to compare them would cost more than to
    // settle
    boolean isAgreed(AiReturn said, Usage since) {
        return said == agreed && since == agreedSince;
    }

    /** Takes back what crossed, if anything did: another attempt or another wording follows. */
    void reset() {
        if (!isEmpty()) {
            accept(new AiDelta.Reset(++attempts));
        }
    }

    /** What crossed since the last Reset, as the content of a return that says the rest. */
    AiReturn content(AiReturn rest) {
        return crossed == null
                ? rest
                : rest.toBuilder()
                        .interactions(crossed.interactions())
                        .finish(crossed.finish())
                        .build();
    }

    /** Shows the content in place of what crossed; what no delta can say, e.g. an empty text part, is not in it. */
    private AiReturn shown(AiReturn ret) {
        if (crossed != null
                && crossed.finish() == FinishReason.NONE
                && !crossed.isEmpty()
                && ret.interactions().equals(crossed.interactions())) {
            accept(new AiDelta.Finish(ret.finish())); // all of it was shown, but not that it is over
            return ret;
        }
        reset();
        ret.withUsage(Usage.NONE).deltas().forEach(this);
        return isWhatCrossed(ret) ? ret : content(ret);
    }

    /**
     * Makes the return and what crossed the same: shows what was not shown, takes back what does not hold, and counts the
     * usage of every attempt since {@code before}.
     */
    AiReturn settle(AiReturn said, Usage before) {
        AiReturn ret = isWhatCrossed(said) ? said : shown(said);
        Usage unreported = ret.usage().minus(usage.minus(before));
        if (!unreported.equals(Usage.NONE)) {
            accept(new AiDelta.UsageReport(unreported));
        }
        Usage used = usage.minus(before);
        AiReturn settled = used.equals(ret.usage()) ? ret : ret.withUsage(used);
        agreed = settled;
        agreedSince = before;
        return settled;
    }

    private boolean isWhatCrossed(AiReturn ret) {
        if (crossed == null || crossed.isEmpty()) {
            return ret.interactions().isEmpty() && ret.finish() == FinishReason.NONE;
        }
        return ret.finish() == crossed.finish() && ret.interactions().equals(crossed.interactions());
    }
}
