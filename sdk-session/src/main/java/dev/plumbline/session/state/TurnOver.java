package dev.plumbline.session.state;

/** Thrown on a turn's thread when another thread has closed its turn: nothing it does counts any more. */
public final class TurnOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** One without a stack trace, because nobody reads it. */
    public TurnOver() {
        super("the turn is over", null, false, false);
    }
}
