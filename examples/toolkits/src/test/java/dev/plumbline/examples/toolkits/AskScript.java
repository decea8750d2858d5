package dev.plumbline.examples.toolkits;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;

/**
 * A person in front of a window of docs/streaming.md: asks, asks again while the first answer streams, stops it once, and
 * closes the window after the second answer. Used on the thread of the window alone.
 */
final class AskScript {
    static final String QUESTION = "What is a plumb line?";

    private final Runnable ask;
    private final Runnable stop;
    private final Runnable close;
    private boolean hasStopped;

    AskScript(Runnable ask, Runnable stop, Runnable close) {
        this.ask = ask;
        this.stop = stop;
        this.close = close;
    }

    static AiProvider model() {
        return ScriptedProvider.create().blocksUntilCancelled("It is ").says("A weight ", "on a line.");
    }

    /** Acts on the text of the answer. The same text may be seen several times, because a window reports its changes late. */
    void look(String shown) {
        if (shown.equals("It is ") && !hasStopped) {
            hasStopped = true;
            ask.run(); // waits for the end of the first answer
            stop.run();
        } else if (shown.equals("A weight on a line.")) {
            close.run();
        }
    }
}
