package dev.plumbline.tool;

import dev.plumbline.tool.internal.PathParser;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The files one tool call may access: those in folders that the host has opened; none by default. A path has the syntax
 * of {@link PathParser}; a relative one starts at the first folder. Every call is decided separately, on the real path,
 * and every decision is an event.
 *
 * <p>Access that no rule allows is a {@link ToolException} with {@code EGRESS_DENIED} that names the rule and not the
 * path; a file larger than the limit is one with {@code QUOTA}, and an I/O error one with {@code FAILED}. After the
 * call every method throws {@link IllegalStateException}. Thread-safe.
 */
public interface SandboxedFiles {

    /**
     * Returns the real path, with links resolved, of a file that may be read or does not exist yet, for libraries that
     * need a path. It was inside the folders when this method was called; later changes are not checked, so prefer to
     * read and write with this interface.
     */
    Path path(String path);

    /** Returns whether there is a file or folder of that path. */
    boolean exists(String path);

    /** Returns the whole content of a file. */
    byte[] read(String path);

    /** Returns the whole content of a file as UTF-8; other content is FAILED. */
    String readText(String path);

    /**
     * Returns the content of a file as a stream, bounded like {@link #read}: reading past the limit is an IOException.
     * Close it.
     */
    InputStream open(String path);

    /** Returns the names in a folder, sorted; folders end with {@code /}. A list above the limit is QUOTA. */
    List<String> list(String folder);

    /** Writes a file whole or not at all, replacing an existing one; its folder must exist. */
    void write(String path, byte[] content);

    /** Writes text as UTF-8, as {@link #write} does. */
    default void writeText(String path, String content) {
        write(path, content.getBytes(StandardCharsets.UTF_8));
    }
}
