package dev.plumbline.session;

import dev.plumbline.extend.SessionEvent;

/** One event in a mailbox; a piece of text takes up what follows of its kind. Not thread-safe. */
final class Letter {
    private SessionEvent newest;
    private final StringBuilder words = new StringBuilder();

    Letter(SessionEvent event) {
        this.newest = event;
        this.words.append(words(event));
    }

    /** Takes it up if it continues this one; the number is then that of the newest piece. */
    boolean join(SessionEvent event) {
        boolean continues = (event instanceof SessionEvent.Text || event instanceof SessionEvent.Reasoning)
                && event.getClass() == newest.getClass()
                && event.ids().equals(newest.ids());
        if (continues) {
            newest = event;
            words.append(words(event));
        }
        return continues;
    }

    SessionEvent event() {
        if (newest instanceof SessionEvent.Text text) {
            return new SessionEvent.Text(text.sequence(), text.ids(), words.toString());
        }
        return newest instanceof SessionEvent.Reasoning reasoning
                ? new SessionEvent.Reasoning(reasoning.sequence(), reasoning.ids(), words.toString())
                : newest;
    }

    private static String words(SessionEvent event) {
        if (event instanceof SessionEvent.Text text) {
            return text.piece();
        }
        return event instanceof SessionEvent.Reasoning reasoning ? reasoning.piece() : "";
    }
}
