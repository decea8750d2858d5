package dev.plumbline.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The results of the rows of one module, one line each, so that a new process goes on where one ended. */
final class RunLog {
    private final Path file;
    private final List<String> lines = new ArrayList<>();
    private final Set<String> red = new HashSet<>();

    RunLog(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            lines.addAll(Files.readAllLines(file));
        }
        try (Stream<Path> all = Files.list(file.toAbsolutePath().getParent())) {
            for (Path other :
                    all.filter(path -> path.toString().endsWith(".tsv")).toList()) {
                Files.readAllLines(other).forEach(this::noteRed);
            }
        }
    }

    private void noteRed(String line) {
        String[] cells = line.split("\t");
        if (cells[0].equals("PLACE") && cells[3].equals("RED")) {
            red.add(cells[1] + " " + cells[2]);
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
        noteRed(line);
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

    /** Returns whether a place of a row is red in the results of any module. */
    boolean isRed(String row, String place) {
        return red.contains(row + " " + place);
    }
}
