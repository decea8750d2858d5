package dev.plumbline.views;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Something that a person can do with a row of a conversation, such as to take back what its turn has drawn. It knows no
 * toolkit: a view shows it where its toolkit has such things, for example in the menu of the row. Immutable.
 *
 * @param name its name for tests and settings, which no person reads, e.g. {@code undo-turn}
 * @param label what a person reads, e.g. {@code Undo this turn}
 * @param offer returns whether a row has it, each time before it is shown; quick, called on the thread of the view
 * @param run does it and returns at once, on the thread of the view; called for a row that has it
 */
public record RowAction(
        String name, String label, Function<? super ViewRow, Offer> offer, Consumer<? super ViewRow> run) {
    public RowAction {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(offer, "offer");
        Objects.requireNonNull(run, "run");
    }

    /**
     * Whether a row has an action.
     *
     * @param isShown whether a person sees it
     * @param refusal why it cannot be done now, in a sentence for the person, who sees it in grey; empty if it can
     */
    public record Offer(boolean isShown, String refusal) {
        /** The row does not have it. */
        public static final Offer NONE = new Offer(false, "");

        /** It can be done. */
        public static final Offer READY = new Offer(true, "");

        public Offer {
            Objects.requireNonNull(refusal, "refusal");
        }

        /** Returns the offer of an action that cannot be done now, for that reason. */
        public static Offer refused(String why) {
            return new Offer(true, why);
        }

        /** Returns whether it can be done. */
        public boolean isReady() {
            return isShown && refusal.isEmpty();
        }
    }
}
