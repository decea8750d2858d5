package dev.plumbline.tool;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.ToolEnvelope;
import java.util.Objects;
import java.util.Optional;

/**
 * The book of side effects: which tool calls of a session have begun and how they ended, so that none of them runs twice.
 * It is written <em>before</em> a tool starts; a durable one has it on disk when {@link #begin} returns. Safe for any
 * number of threads.
 */
public interface ToolLedger {

    /** A ledger in memory that remembers so many calls, the newest. */
    static ToolLedger inMemory(int calls) {
        return new InMemoryToolLedger(calls);
    }

    /**
     * Writes down that this call is about to start, unless it was there before.
     *
     * @return empty when it is new and may run; else what is known of it
     * @throws RuntimeException when it cannot be written: the call does not run
     */
    Optional<Line> begin(Call call);

    /** Writes down how it ended. */
    void finish(Call call, ToolEnvelope envelope);

    /** Forgets a session. */
    void forget(String session);

    /**
     * A call that may run once.
     *
     * @param session whose
     * @param id its id, unique in the session
     * @param digest of the tool's name and the arguments
     */
    record Call(String session, String id, Fingerprint digest) {
        public Call {
            Objects.requireNonNull(session, "session");
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(digest, "digest");
        }
    }

    /**
     * What a ledger says of a call.
     *
     * @param digest of what it was when it began
     * @param envelope how it ended; empty when nobody knows
     */
    record Line(Fingerprint digest, Optional<ToolEnvelope> envelope) {
        public Line {
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(envelope, "envelope");
        }
    }
}
