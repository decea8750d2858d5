package dev.plumbline.views;

/**
 * A label of a {@link ChatPanel}, with its English text. A later version may add labels, so a translation needs a default,
 * such as {@link #text}.
 */
public enum ChatLabel {
    /** The button that sends the message. */
    SEND("Send"),
    /** The button that stops the running turn. */
    STOP("Stop"),
    /** The button that shows all of a question that was shortened. */
    SHOW_ALL("Show all"),
    /** The name of the field for the message, for screen readers. */
    MESSAGE("Message"),
    /** The name of the list of rows, for screen readers. */
    CONVERSATION("Conversation"),
    /** The title of a message of the user. */
    USER("You"),
    /** The title of a message of the user that is not stored yet: it waits for its turn, or for the tools that run. */
    USER_WAITING("You (waiting)"),
    /** The title of a message of the user that is not stored, because nothing was answered. */
    USER_UNANSWERED("You (not answered)"),
    /** The title of an answer. */
    MODEL("Model"),
    /** The title of an answer that the user stopped. */
    MODEL_STOPPED("Model (stopped)"),
    /** The title of a summary. */
    SUMMARY("Summary"),
    /** The title of the row of a turn that the user stopped. */
    STOPPED("Stopped"),
    /** The title of a notice with information. */
    NOTE("Note"),
    /** The title of a warning. */
    WARNING("Warning"),
    /** The title of an error. */
    ERROR("Error"),
    /** The notice that a conversation is saved after it could not be. */
    SAVED_AGAIN("The conversation is saved again.");

    private final String text;

    ChatLabel(String text) {
        this.text = text;
    }

    /** Returns the English text. */
    public String text() {
        return text;
    }
}
