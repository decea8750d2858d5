package dev.plumbline.providers.format;

import dev.plumbline.event.AiError;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The end of one answer, by the same rule for every format: an answer is complete by what its format defines as its end,
 * with nothing open. A finish reason that content follows came too early and is no sign of the end; an error in any place
 * counts. One thread.
 */
public final class AnswerEnd {
    private static final Set<AiError.Category> CUTS = Set.of(
            AiError.Category.NETWORK,
            AiError.Category.TRUNCATED,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.TIMEOUT_TOTAL);

    private final Set<Object> open = new HashSet<>(0);
    private final Rule rule;
    private boolean reason;
    private boolean limited;
    private boolean ended;
    private boolean over;
    private boolean body;
    private boolean announced;
    private @Nullable AiError error;
    private @Nullable AiError failed;

    public AnswerEnd(Rule rule) {
        this.rule = rule;
    }

    /** Records content; whatever seemed to be the end was not. */
    void content() {
        reason = false;
        ended = false;
    }

    /**
     * Records a finish reason.
     *
     * @param cut whether the service ended the answer within its content, so that a block may stay open
     */
    void reason(boolean cut) {
        reason = true;
        limited = cut;
    }

    /** Records that a block or a call has begun, which must end before the answer does. */
    public void open(Object key) {
        open.add(key);
    }

    /** Records the end of a block or a call. */
    public void close(Object key) {
        open.remove(key);
    }

    /** Records the format's own end. */
    public void ended() {
        ended = true;
    }

    /** Records that nothing that may follow is read. */
    public void over() {
        over = true;
    }

    /**
     * Records {@code [DONE]}, which gateways also send behind formats with an end of their own.
     *
     * @param any whether an event came before; an end without one is the end of nothing
     */
    void marked(boolean any) {
        if (rule != Rule.OWN) {
            ended |= any;
            over = true;
        }
    }

    /**
     * Records the end of the body.
     *
     * @param framed whether it ended by its length or its last chunk, and not with the connection alone
     */
    void bodyEnded(boolean framed) {
        body = true;
        announced = framed;
    }

    /** Records the error that the service reported inside its answer. */
    public void fail(AiError said) {
        error = said;
    }

    /** Records a finish reason that is an error, unless an error that says more follows. */
    public void failUnlessSaid(AiError byReason) {
        failed = byReason;
    }

    /** Returns whether anything that follows is ignored. */
    public boolean isOver() {
        return over || error != null;
    }

    /** Returns whether an error was reported. */
    public boolean hasFailed() {
        return error != null;
    }

    /** Returns why the answer is not complete; null if it is. */
    @Nullable
    AiError verdict(@Nullable AiError broken, Optional<AiError> unknownReason) {
        AiError said = error != null ? error : failed != null ? failed : unknownReason.orElse(null);
        if (said != null) {
            return said;
        }
        boolean cut = broken == null || CUTS.contains(broken.category());
        if (cut && (isEnded() || isEndedByBody())) {
            return null;
        }
        return broken != null ? broken : DecodingErrors.truncated();
    }

    private boolean isEnded() {
        return ended && isClosed() && (reason || rule == Rule.MARK);
    }

    private boolean isEndedByBody() {
        return body && reason && isClosed() && rule != Rule.OWN;
    }

    private boolean isClosed() {
        return open.isEmpty() || limited;
    }

    /** Returns what was missing at the end of a complete answer; empty if nothing was. */
    Optional<String> missing() {
        if (isEnded() || (rule == Rule.BODY && announced)) {
            return Optional.empty();
        }
        return Optional.of(
                rule == Rule.MARK
                        ? "unterminated: the stream ended without [DONE]"
                        : "unterminated: the answer ended with the connection, without a length or a last chunk");
    }

    /** What ends the answers of a format, and what may be missing. */
    public enum Rule {
        /** An event of its own, for example {@code message_stop}, and a finish reason. Nothing stands for them. */
        OWN,
        /**
         * {@code [DONE]}, also without a finish reason. Servers leave it out; then a finish reason and the end of the
         * body stand for it.
         */
        MARK,
        /** None: the answer ends with its body, after a finish reason. */
        BODY
    }
}
