package dev.plumbline.session;

/** How a turn's thread learns that somebody else has closed its turn: nothing it does counts any more. */
final class TurnOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TurnOver() {
        super("the turn is over", null, false, false);
    }
}
