package dev.plumbline.comparison.harness;

import java.util.List;
import java.util.function.Consumer;

/**
 * A library under comparison that calls a chat-completions service, used as documented. Exceptions of the library are
 * thrown; a peer adds no error handling. For one thread at a time.
 */
public interface Peer extends AutoCloseable {

    /** Returns the text of the answer to a question, not streamed. */
    String ask(String question) throws Exception;

    /**
     * Returns the streamed answer to a question.
     *
     * @param pieces receives each piece of text when a user would see it
     * @return the text that the library returns as the complete answer
     */
    String stream(String question, Consumer<String> pieces) throws Exception;

    /**
     * Opens a conversation with that history, alternating and beginning with the user; its answers are streamed or not.
     */
    PeerSession talk(List<String> said, boolean streamed) throws Exception;

    /** Opens a history, alternating and beginning with the user, for single questions without tools. */
    PeerSession behind(List<String> said) throws Exception;

    /**
     * Starts a stream, cancels it at the first piece, and waits until the library returns.
     *
     * @return how long that took, in nanoseconds
     */
    long giveUp(String question) throws Exception;

    /** Closes the resources of the library. */
    @Override
    void close();

    /** A conversation with a peer; it may use the tools of a {@link PeerTools}. */
    interface PeerSession extends AutoCloseable {

        /** Sends a message and returns the final answer of the turn, after all rounds of tools. */
        String say(String words) throws Exception;

        /** Closes the conversation, if the library supports it. */
        @Override
        default void close() {}
    }

    /** Creates a peer. */
    @FunctionalInterface
    interface Factory {

        /** Creates a peer with these settings and tools. */
        Peer make(PeerConfig config, PeerTools peerTools) throws Exception;
    }
}
