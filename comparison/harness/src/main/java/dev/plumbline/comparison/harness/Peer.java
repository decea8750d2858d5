package dev.plumbline.comparison.harness;

import java.util.List;
import java.util.function.Consumer;

/**
 * A library that talks to a chat-completions service, used as its documentation says. What the library throws is thrown; a
 * contender adds no care of its own. One thread at a time.
 */
public interface Peer extends AutoCloseable {

    /** The text of the answer to a question, not streamed. */
    String ask(String question) throws Exception;

    /**
     * The same, streamed.
     *
     * @param pieces is given each piece of text when a user would see it
     * @return the text the library holds for the whole answer when it says that it is complete
     */
    String stream(String question, Consumer<String> pieces) throws Exception;

    /** Opens a conversation in which that was said, the user first, in turn; its answers are streamed or not. */
    PeerSession talk(List<String> said, boolean streamed) throws Exception;

    /** Opens what was said, the user first, in turn, for questions behind it: each is asked alone, and without tools. */
    PeerSession behind(List<String> said) throws Exception;

    /**
     * Streams, gives up at the first piece, and waits until the library has let go of the caller.
     *
     * @return how long that took, in nanoseconds
     */
    long giveUp(String question) throws Exception;

    /** Ends what the library needs to have ended. */
    @Override
    void close();

    /** What somebody says something to; in a conversation the tools of a {@link PeerTools} may be used. */
    interface PeerSession extends AutoCloseable {

        /** The last word of the turn, behind all rounds of tools. */
        String say(String words) throws Exception;

        /** Ends the conversation, where the library has anything to end. */
        @Override
        default void close() {}
    }

    /** Sets a contender up. */
    @FunctionalInterface
    interface Factory {

        /** A contender whose tools, if it is asked to talk, are those of the workshop. */
        Peer make(PeerConfig setting, PeerTools workshop) throws Exception;
    }
}
