package dev.plumbline.tool;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The files one tool call may touch: those below the folders the host has opened, and none unless it has. A path is
 * written as {@link PathParser} says; a relative one begins at the first folder. Every call is decided anew, on the real
 * path, and every decision is an event.
 *
 * <p>What a rule does not allow is a {@link ToolException} with {@code EGRESS_DENIED} that names the rule and not the
 * path; what is larger than the limit is one with {@code QUOTA}, and what the disk refuses one with {@code FAILED}. After
 * the call everything throws {@link IllegalStateException}. Safe for any number of threads.
 */
public interface SandboxedFiles {

    /**
     * The real path, links resolved, of something that may be read or is not there yet, for libraries that want one. It
     * was inside when it was asked for; what becomes of it later nobody watches, so read and write here where you can.
     */
    Path path(String path);

    /** Whether there is a file or folder of that path. */
    boolean exists(String path);

    /** The whole content of a file. */
    byte[] read(String path);

    /** The whole content of a file as UTF-8; what is no UTF-8 is FAILED. */
    String readText(String path);

    /** The content of a file as a stream, bounded like {@link #read}: reading past the limit is an IOException. Close it. */
    InputStream open(String path);

    /** The names in a folder, sorted; folders end with {@code /}. What is too long a list is QUOTA. */
    List<String> list(String folder);

    /** Writes a file whole or not at all, in place of one that may be there; its folder must exist. */
    void write(String path, byte[] content);

    /** The same with text, as UTF-8. */
    default void writeText(String path, String content) {
        write(path, content.getBytes(StandardCharsets.UTF_8));
    }
}
