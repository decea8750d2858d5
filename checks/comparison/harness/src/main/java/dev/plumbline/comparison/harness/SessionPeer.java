package dev.plumbline.comparison.harness;

import java.io.PrintStream;
import java.net.URI;

/** A library that holds a {@link CadSession}, set up as its documentation says. For one thread. */
public interface SessionPeer extends AutoCloseable {

    /** Asks a question and returns the final answer, after all rounds of tools. */
    String ask(CadSession.Question question) throws Exception;

    /** Lets the model sum up what was said, and goes on with the summary instead of it. */
    void sumUp() throws Exception;

    @Override
    default void close() {}

    /** The service that a library calls. */
    enum Service {
        /** Anthropic's Messages API. */
        ANTHROPIC,
        /** OpenAI. */
        OPENAI
    }

    /**
     * The configuration of a peer; everything else is as its documentation says.
     *
     * @param service the service
     * @param base its base URL, e.g. {@code http://127.0.0.1:8080/v1}
     * @param model the model
     */
    record Config(Service service, URI base, String model) {
        /** The API key. */
        public static final String KEY = "sk-test-key-of-the-comparison";
    }

    /** Creates a peer. */
    @FunctionalInterface
    interface Factory {
        /** Creates a peer with that configuration. */
        SessionPeer make(Config config) throws Exception;
    }

    /** Holds the session in this process, with the service, the base URL and the model as arguments; called from a main. */
    static void run(String[] args, Factory factory) {
        PrintStream out = System.out;
        System.setOut(System.err);
        int status = 0;
        try (SessionPeer peer = factory.make(new Config(Service.valueOf(args[0]), URI.create(args[1]), args[2]))) {
            int number = 0;
            for (CadSession.Question question : CadSession.questions()) {
                if (number++ == CadSession.BEFORE_SUMMARY) {
                    peer.sumUp();
                }
                out.println(peer.ask(question).length() + " characters");
            }
        } catch (Exception | LinkageError e) {
            e.printStackTrace(System.err);
            out.println("failed: " + e);
            status = 1;
        }
        out.flush();
        Runtime.getRuntime().halt(status); // in spite of threads that a library has left
    }
}
