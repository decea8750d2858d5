package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;

/**
 * The lease of one answer among the programs that share a store: a call has it, or waits for who has it. If the store
 * fails, the call asks without it. Used by one thread.
 */
final class AnswerLease implements AutoCloseable {
    /** The time limit of an operation of a store, which costs more than it is worth if it takes longer. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    /** How often a waiting call looks for the answer: two round trips each, beside the seconds of a model. */
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final ResponseStore store;
    private final ResponseStore.Key key;
    private final AiCall call;
    private ResponseStore.Lease lease = ResponseStore.Lease.UNSHARED;
    private boolean waited;
    private boolean unanswered;

    private AnswerLease(ResponseStore store, ResponseStore.Key key, AiCall call) {
        this.store = store;
        this.key = key;
        this.call = call;
    }

    /**
     * Takes the lease, or learns who has it.
     *
     * @param isFailing whether the store has failed before, so that it is not asked
     */
    static AnswerLease take(ResponseStore store, ResponseStore.Key key, AiCall call, boolean isFailing) {
        AnswerLease taken = new AnswerLease(store, key, call);
        if (!isFailing) {
            taken.takeAgain();
        }
        return taken;
    }

    /** Takes the lease if it has ended meanwhile. */
    void takeAgain() {
        try {
            String awaited = waited ? lease.holder() : "";
            lease = store.lease(key, awaited, LIMIT, call.cancellation());
        } catch (RuntimeException | Error isolated) {
            call.cancellation().throwIfCancelled();
            lease = ResponseStore.Lease.UNSHARED;
        }
    }

    /** Returns whether another program asks. */
    boolean isBusy() {
        return lease.state() == ResponseStore.Lease.State.BUSY;
    }

    /** Returns whether another program may have stored the answer before this one got the lease. */
    boolean isShared() {
        return lease.state() == ResponseStore.Lease.State.HELD;
    }

    /** Waits for a moment. */
    void sleep() {
        if (!waited) {
            waited = true;
            call.addRemark("waited for an equal call of another program");
        }
        call.cancellation().sleep(INTERVAL, "an equal call of another program");
    }

    /** Notes whether those who wait may hope for a stored answer, and returns the return. */
    AiReturn ended(AiReturn ret) {
        unanswered = CachedAnswerCodec.refusal(ret, call).isPresent() && !InFlightCall.isItsOwn(ret);
        return ret;
    }

    @Override
    public void close() {
        lease.release(unanswered);
    }
}
