package dev.plumbline.testkit.laws;

/**
 * One step of a program for a conversation: what a person, a crash or a restart does to it. What a step means for a
 * session is the test's to say; a step that makes no sense at its position is left out.
 *
 * @param deed what is done
 * @param words what is said, where something is
 * @param choice which of what is there it is done to: an index, to be taken modulo their number
 */
public record SessionStep(Action deed, String words, int choice) {

    /** What can be done to a conversation. */
    public enum Action {
        /** A user message is sent and answered. */
        SEND,
        /** One is sent and answered with tools. */
        SEND_FOR_TOOLS,
        /** A branch is made. */
        FORK,
        /** An earlier question is asked anew, in other words. */
        EDIT,
        /** Somebody speaks in the middle of a turn. */
        INTERJECT,
        /** A turn is cancelled. */
        CANCEL,
        /** The program ends without closing anything. */
        CRASH,
        /** The conversation is closed and resumed from what was stored. */
        RESUME
    }

    @Override
    public String toString() {
        return deed + "(" + words.length() + " characters, " + choice + ")";
    }
}
