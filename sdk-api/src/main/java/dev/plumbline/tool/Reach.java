package dev.plumbline.tool;

import java.nio.file.Path;

/**
 * What one tool call can access outside the program. Closing it ends that: every access object then throws
 * {@link IllegalStateException}, also those that were returned before. Safe for any number of threads.
 */
public interface Reach extends AutoCloseable {

    /** The files it may touch. */
    GuardedFiles files();

    /** The addresses it may reach. */
    GuardedHttp http();

    /**
     * The session's own folder for temporary files, readable by this user alone; gone when the session or the program
     * ends, and at the latest when the next program starts.
     *
     * @throws ToolException EGRESS_DENIED where there is no sandbox that has one
     */
    Path tempFolder();

    /** Ends the access; idempotent. */
    @Override
    void close();
}
