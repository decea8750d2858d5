package dev.plumbline.mutants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mutates what the rows of docs/requirements.md name, runs the tests that show them, and prints the share of rows whose
 * tests fail. A place is red if one of at most twelve mutants of it, drawn by the seed from the lines that the row's
 * tests run, makes one of these tests fail. Results stay in target/mutants of the project, and a new run goes on where
 * one ended. Ends with 1 if the share is below 95 %.
 */
final class TraceabilityMutation {
    private static final int RESTARTS = 400;
    /** The status of a process that is to be started again. */
    static final int AGAIN = 75;

    private final Path project;
    private final String seed;
    private final String count;
    private final Path results;

    private TraceabilityMutation(Path project, String seed, String count) throws IOException {
        this.project = project;
        this.seed = seed;
        this.count = count;
        this.results = Files.createDirectories(project.resolve("target/mutants/" + seed + "-"
                + (count.length() > 40 ? Integer.toHexString(count.hashCode()) : count)));
    }

    /** Runs everything: project folder, seed, rows (a number, 0 for all, or ids), and modules if not all. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path project = Path.of(args[0]).toRealPath();
        TraceabilityMutation run = new TraceabilityMutation(project, args[1], args[2]);
        List<TraceRow> rows = ChosenRows.of(TraceRow.read(project), Long.parseLong(args[1]), args[2]);
        for (String module : run.modules(rows, List.of(args).subList(3, args.length))) {
            run.module(module);
        }
        MutationReport report = MutationReport.of(rows, run.results);
        System.out.print(report.text());
        System.exit(report.share() >= 0.95 ? 0 : 1);
    }

    /** Returns the modules, those whose tests take longest last, because a place is not tried again once it is red. */
    private List<String> modules(List<TraceRow> rows, List<String> only) {
        TreeSet<String> modules = new TreeSet<>(Comparator.comparing((String module) -> !module.startsWith("sdk-"))
                .thenComparing(module -> module));
        rows.forEach(row -> row.tests().forEach(test -> modules.add(test.substring(0, test.indexOf(':')))));
        return modules.stream()
                .filter(module -> only.isEmpty() || only.contains(module))
                .filter(module -> Files.exists(project.resolve(module).resolve("target/mutants-classpath.txt")))
                .toList();
    }

    private void module(String module) throws IOException, InterruptedException {
        for (int i = 0; i < RESTARTS; i++) {
            int status = started(module).waitFor();
            System.err.println(module + " ended with " + status);
            if (status != AGAIN) {
                return;
            }
        }
    }

    private static String ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Process started(String module) throws IOException {
        Path folder = project.resolve(module);
        String others =
                Files.readString(folder.resolve("target/mutants-classpath.txt")).strip();
        String name = module.replace('/', '-');
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djdk.attach.allowAttachSelf=true",
                "-XX:+EnableDynamicAgentLoading",
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbasedir=" + folder,
                "-cp",
                String.join(
                        File.pathSeparator,
                        results.resolve(name + "-changed").toString(),
                        folder.resolve("target/test-classes").toString(),
                        folder.resolve("target/classes").toString(),
                        others,
                        ownClassPath()),
                ModuleRun.class.getName(),
                project.toString(),
                module,
                results.resolve(name + ".tsv").toString(),
                seed,
                count,
                results.resolve(name + "-changed").toString()));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        results.resolve(name + ".log").toFile()))
                .start();
    }
}
