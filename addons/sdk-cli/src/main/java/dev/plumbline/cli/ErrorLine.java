package dev.plumbline.cli;

import dev.plumbline.event.AiException;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import picocli.CommandLine;

/** Formats an error as one line with the rule and the place, never with content. */
final class ErrorLine {

    private ErrorLine() {}

    static String of(Exception e) {
        if (e instanceof JsonException json) {
            return (json.place().isEmpty() ? "" : json.place() + ": ") + json.rule();
        }
        if (e instanceof NoSuchFileException missing) {
            return "file not found: " + missing.getFile();
        }
        if (e instanceof AccessDeniedException denied) {
            return "no permission to read the file: " + denied.getFile();
        }
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
            return unmatched(unmatched);
        }
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : null;
        if (cause != null && cause.getClass() == IOException.class) { // of a store, which names no content
            return firstLine(Objects.requireNonNullElse(cause.getMessage(), "input or output failed"));
        }
        if (e instanceof AiException failed) {
            return firstLine(failed.error().message());
        }
        boolean ours = e instanceof IllegalArgumentException
                || e instanceof IllegalStateException
                || e instanceof CommandLine.PicocliException;
        String words = Objects.requireNonNullElse(e.getMessage(), e.getClass().getName());
        return ours ? firstLine(words) : e.getClass().getName();
    }

    /** Names the first argument that nobody knows, and what was probably meant. */
    private static String unmatched(CommandLine.UnmatchedArgumentException e) {
        String given = e.getUnmatched().get(0);
        String what =
                given.startsWith("-") ? "option" : e.getCommandLine().getParent() == null ? "command" : "argument";
        String near = String.join(", ", e.getSuggestions());
        return "no " + what + " is named '" + given + "'"
                + (near.isEmpty() ? "; --help lists what there is" : "; did you mean " + near + "?");
    }

    private static String firstLine(String words) {
        return words.lines().findFirst().orElse("");
    }
}
