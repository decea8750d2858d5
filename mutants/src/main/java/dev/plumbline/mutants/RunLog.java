package dev.plumbline.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The results of the rows of one module, one line each, so that a new process goes on where one ended. */
final class RunLog {
    private final Path file;
    private final List<String> lines = new ArrayList<>();

    RunLog(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            lines.addAll(Files.readAllLines(file));
        }
    }

    /** Adds a line of these cells to the file. */
    void add(Object... cells) {
        List<String> texts = new ArrayList<>();
        for (Object cell : cells) {
            texts.add(String.valueOf(cell).replaceAll("\\s+", " "));
        }
        String line = String.join("\t", texts);
        lines.add(line);
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether there is a line that begins with these cells. */
    boolean has(String... cells) {
        String start = String.join("\t", cells);
        return lines.stream().anyMatch(line -> line.equals(start) || line.startsWith(start + "\t"));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
