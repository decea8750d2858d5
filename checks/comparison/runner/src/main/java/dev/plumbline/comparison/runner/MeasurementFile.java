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
 * The file of measurements, one line for each process, so that an interrupted comparison can continue. Without a path
 * nothing is stored. For one thread at a time.
 */
final class MeasurementFile {
    private final Optional<Path> path;
    private final Set<String> measured = new HashSet<>();

    MeasurementFile(Optional<Path> path) {
        this.path = path;
    }

    /** Adds the measurements of the file. */
    void readInto(MeasurementTable table) throws IOException {
        if (path.isEmpty() || !Files.exists(path.get())) {
            return;
        }
        for (String line : Files.readAllLines(path.get())) {
            String[] columns = line.split("\t", -1);
            int round = Integer.parseInt(columns[0]);
            Scenario scenario = Scenario.valueOf(columns[1]);
            PeerLibrary peer = PeerLibrary.valueOf(columns[2]);
            table.add(scenario, peer, round, Measurement.parse(columns[3], columns[4]));
            measured.add(key(scenario, peer, round));
        }
    }

    boolean has(Scenario scenario, PeerLibrary peer, int round) {
        return measured.contains(key(scenario, peer, round));
    }

    /** Appends a line. */
    void append(Scenario scenario, PeerLibrary peer, int round, Measurement figure) throws IOException {
        if (path.isPresent()) {
            String line = key(scenario, peer, round) + "\t" + figure.columns();
            Files.write(path.get(), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static String key(Scenario scenario, PeerLibrary peer, int round) {
        return round + "\t" + scenario + "\t" + peer;
    }
}
