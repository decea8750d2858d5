package dev.plumbline.tool.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.ToolException;
import java.nio.file.Path;

/**
 * The access of one tool call to resources outside the program. After it is closed, every access object throws {@link
 * IllegalStateException}, also those that were returned before. Thread-safe.
 */
public interface SandboxAccess extends AutoCloseable {

    /** Returns the files it may access. */
    SandboxedFiles files();

    /** Returns the addresses it may access. */
    SandboxedHttp http();

    /**
     * Returns the session's folder for temporary files, readable by this user alone; it is deleted when the session or
     * the program ends, and at the latest when the next program starts.
     *
     * @throws ToolException EGRESS_DENIED if no sandbox provides one
     */
    Path tempFolder();

    /** Returns the label of what was read through this access so far; {@link ContentOrigin#TOOL} if nothing was. */
    default ContentOrigin origin() {
        return ContentOrigin.TOOL;
    }

    /** Ends the access; idempotent. */
    @Override
    void close();
}
