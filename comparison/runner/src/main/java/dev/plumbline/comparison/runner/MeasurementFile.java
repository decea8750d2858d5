package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What was measured, one line for each process, so that a measurement that was cut short goes on where it ended. Without a path
 * nothing is kept. One thread at a time.
 */
final class MeasurementFile {
    private final Optional<Path> path;
    private final Set<String> measured = new HashSet<>();

    MeasurementFile(Optional<Path> path) {
        this.path = path;
    }

    /** Adds what the file has. */
    void readInto(MeasurementTable score) throws IOException {
        if (path.isEmpty() || !Files.exists(path.get())) {
            return;
        }
        for (String line : Files.readAllLines(path.get())) {
            String[] columns = line.split("\t", -1);
            int round = Integer.parseInt(columns[0]);
            Scenario scenario = Scenario.valueOf(columns[1]);
            PeerLibrary fighter = PeerLibrary.valueOf(columns[2]);
            score.add(scenario, fighter, round, Measurement.parse(columns[3], columns[4]));
            measured.add(key(scenario, fighter, round));
        }
    }

    boolean has(Scenario scenario, PeerLibrary fighter, int round) {
        return measured.contains(key(scenario, fighter, round));
    }

    /** Writes one more line. */
    void append(Scenario scenario, PeerLibrary fighter, int round, Measurement figure) throws IOException {
        if (path.isPresent()) {
            String line = key(scenario, fighter, round) + "\t" + figure.columns();
            Files.write(path.get(), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static String key(Scenario scenario, PeerLibrary fighter, int round) {
        return round + "\t" + scenario + "\t" + fighter;
    }
}
