package dev.plumbline.session.internal;

/** Thrown on a turn's thread after another thread has closed the turn, whose further results are ignored. */
final class TurnEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a stack trace, which would never be read. */
    public TurnEndedException() {
        super("the turn is over", null, false, false);
    }
}
