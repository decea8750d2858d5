package dev.plumbline.mutants;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tests in a new process, for code that works once, while its class is loaded, and for programs that tests start: the
 * changed class is first on the class path. Ends with 0 if all passed.
 */
final class FreshRun {
    private static final int FAILED = 1;
    private static final long LOAD_MILLIS = 60_000;

    private FreshRun() {}

    /** Runs tests: project folder, module, and the tests. */
    public static void main(String[] args) {
        ModuleClasses classes = new ModuleClasses(Path.of(args[0]), args[1]);
        List<String> names = List.of(args).subList(2, args.length);
        TraceRow row = new TraceRow(
                "", List.of(), names.stream().map(name -> args[1] + ":" + name).toList());
        boolean passed =
                classes.tests(row).stream().allMatch(test -> test.run(Long.MAX_VALUE / 2) == NamedTest.Outcome.PASSED);
        Runtime.getRuntime().halt(passed ? 0 : FAILED);
    }

    /** Returns how tests that took so long end in a new process. */
    static NamedTest.Outcome of(Path project, String module, List<Baselines.Run> tests) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbasedir=" + project.resolve(module),
                "-cp",
                System.getProperty("java.class.path"),
                FreshRun.class.getName(),
                project.toString(),
                module));
        tests.forEach(test -> command.add(test.test().name()));
        long limit = LOAD_MILLIS
                + 5 * tests.stream().mapToLong(Baselines.Run::millis).sum();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(new File("/dev/null"))
                    .start();
            boolean ended = process.waitFor(limit, TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            return !ended
                    ? NamedTest.Outcome.LATE
                    : process.exitValue() == 0 ? NamedTest.Outcome.PASSED : NamedTest.Outcome.FAILED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
