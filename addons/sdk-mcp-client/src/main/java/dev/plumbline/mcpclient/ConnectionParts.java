package dev.plumbline.mcpclient;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What all parts of a connection share.
 *
 * @param server the name of the server, as the host gave it
 * @param threads threads, clock and random numbers
 * @param limits the limits
 * @param log takes lines that the server logs; never throws
 */
record ConnectionParts(String server, ClientThreads threads, McpToolLimits limits, Consumer<String> log) {
    /** Starts something that lasts, on another thread; if there is none left it is not started, which is logged. */
    void start(Runnable action) {
        try {
            threads.work().execute(action);
        } catch (RejectedExecutionException full) {
            log.accept("changes of the list are not noticed, because all threads are used");
        }
    }

    /** Runs an action on another thread; on this one if there is none left. */
    void inBackground(Runnable action) {
        try {
            threads.work().execute(action);
        } catch (RejectedExecutionException full) {
            action.run();
        }
    }
}
