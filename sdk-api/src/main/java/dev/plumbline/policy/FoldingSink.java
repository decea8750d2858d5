package dev.plumbline.policy;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sink between two policies that passes deltas on and folds them. Neighbouring policies that do not replace the sink
 * share one, so a delta is folded once for all of them.
 */
final class FoldingSink implements DeltaSink {
    private final DeltaSink outer;
    private final ChainRun run;
    private final CallRecorder recorder;
    private @Nullable Fold crossed;
    private @Nullable AiReturn agreed;
    private Usage agreedSince = Usage.NONE;

    /** The tokens that were reported through it, in all attempts. */
    Usage usage = Usage.NONE;

    private int attempts = 1;

    /** What the provider's answer is bound to while it arrives; null for a policy. */
    private @Nullable SentPrefix prefix;

    private FoldingSink(DeltaSink outer, ChainRun run) {
        this.outer = outer;
        this.run = run;
        this.recorder = run.recorder();
    }

    /**
     * Returns a folding sink over a sink: itself if it is one of this run and has passed nothing on since its last
     * Reset.
     */
    static FoldingSink over(DeltaSink sink, ChainRun run) {
        return sink instanceof FoldingSink tap && tap.run == run && tap.isEmpty() ? tap : new FoldingSink(sink, run);
    }

    /** Binds the opaque parts that arrive from now on to that prefix; null for no longer. */
    void bindTo(@Nullable SentPrefix sent) {
        prefix = sent;
    }

    /** Returns the fold of what passes, if nothing has passed since the last Reset. */
    static Optional<Fold> begun(DeltaSink sink) {
        return sink instanceof FoldingSink tap && tap.isEmpty() ? Optional.of(tap.fold()) : Optional.empty();
    }

    private Fold fold() {
        Fold fold = crossed;
        if (fold == null) {
            fold = Fold.create();
            crossed = fold;
        }
        return fold;
    }

    @Override
    public void accept(AiDelta arrived) {
        AiDelta delta = prefix == null ? arrived : prefix.bound(arrived);
        Fold fold = fold();
        agreed = null;
        fold.accept(delta);
        if (delta instanceof AiDelta.UsageReport) {
            usage = fold.usage();
        }
        recorder.deltaReceived(delta);
        outer.accept(delta);
    }

    @Override
    public boolean hasDelivered() {
        return outer.hasDelivered();
    }

    @Override
    public <T> Optional<T> service(Class<T> type) {
        return outer.service(type);
    }

    @Override
    public void remark(String note) {
        run.remark(note);
    }

    private boolean isEmpty() {
        return crossed == null || crossed.isEmpty();
    }

    /** Returns whether that return was already found equal to the deltas since then. */
    @SuppressWarnings(
            "ReferenceEquality") // both were handed over by this tap, and to compare them would cost more than to
    // settle
    boolean isAgreed(AiReturn said, Usage since) {
        return said == agreed && since == agreedSince;
    }

    /** Withdraws the deltas passed on, if there are any: another attempt or another text follows. */
    void reset() {
        if (!isEmpty()) {
            accept(new AiDelta.Reset(++attempts));
        }
    }

    /** Returns the fold of the deltas since the last Reset, with the other fields of {@code rest}. */
    AiReturn content(AiReturn rest) {
        return crossed == null
                ? rest
                : rest.toBuilder()
                        .interactions(crossed.interactions())
                        .finish(crossed.finish())
                        .build();
    }

    /**
     * Shows the content instead of the earlier deltas; content without a delta form, e.g. an empty text part, is lost.
     */
    private AiReturn shown(AiReturn ret) {
        if (crossed != null
                && crossed.finish() == FinishReason.NONE
                && !crossed.isEmpty()
                && ret.interactions().equals(crossed.interactions())) {
            accept(new AiDelta.Finish(ret.finish())); // the content was shown, but not its end
            return ret;
        }
        reset();
        ret.withUsage(Usage.NONE).deltas().forEach(this);
        return isWhatCrossed(ret) ? ret : content(ret);
    }

    /**
     * Reconciles the return with the deltas passed on: shows missing content, withdraws content that differs, and adds
     * the usage of every attempt since {@code before}.
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
