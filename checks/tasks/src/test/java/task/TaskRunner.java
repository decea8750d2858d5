package task;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Judges solutions of the tasks: {@code TaskRunner FOLDER [NN…]}. Of each task it compiles the sources in {@code
 * FOLDER/task/tNN} alone, runs the hidden test against them in a process of its own, and prints a line, with what the test says
 * below it.
 */
final class TaskRunner {
    private static final int MINUTES = 5;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("usage: TaskRunner FOLDER [NN...], where FOLDER/task/t01 and so on have the solutions");
            System.exit(2);
        }
        if (arguments[0].equals("--test")) {
            System.exit(test(arguments[1]) ? 0 : 1);
        }
        System.exit(judge(Path.of(arguments[0]), Arrays.asList(arguments).subList(1, arguments.length)) ? 0 : 1);
    }

    /** The same in a build: {@code .ci/deep tasks}. */
    @Test
    void judges() throws Exception {
        assertTrue(judge(Path.of(System.getProperty("plumbline.tasks", "src/main/java")), List.of()));
    }

    private static boolean judge(Path solutions, List<String> wanted) throws Exception {
        int tasks = 0;
        int green = 0;
        System.out.println("task                  compiles  green  messages");
        for (String test : tests()) {
            String number = test.substring("task.t".length(), "task.t00".length());
            if (wanted.isEmpty() || wanted.contains(number)) {
                tasks++;
                green += judge(solutions.resolve("task").resolve("t" + number), number, test) ? 1 : 0;
            }
        }
        System.out.println(green + " of " + tasks + " tasks are green");
        return green == tasks;
    }

    private static boolean judge(Path sources, String number, String test) throws IOException, InterruptedException {
        Path classes = Files.createTempDirectory("task-" + number + "-");
        List<String> messages = new ArrayList<>();
        boolean compiles = compile(sources, classes, messages);
        boolean green = compiles && run(test, classes, messages);
        String name = number + " " + test.substring(test.lastIndexOf('.') + 1, test.length() - "Test".length());
        System.out.printf("%-21s %-9s %-6s", name, compiles ? "yes" : "no", green ? "yes" : "no");
        System.out.println(
                messages.isEmpty() ? "" : " " + String.join(System.lineSeparator() + " ".repeat(39), messages));
        return green;
    }

    private static boolean compile(Path sources, Path classes, List<String> messages) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.isDirectory(sources) ? Files.walk(sources) : Stream.empty()) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        if (files.isEmpty()) {
            messages.add("there is no solution in " + sources);
            return false;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of(
                "--release",
                "17",
                "-parameters",
                "-nowarn",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                classPath());
        boolean compiled;
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            compiled = compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        if (!compiled) {
            said.toString().lines().filter(line -> line.contains("error:")).forEach(messages::add);
        }
        return compiled;
    }

    private static boolean run(String test, Path classes, List<String> messages)
            throws IOException, InterruptedException {
        Path said = classes.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + File.pathSeparator + classPath(),
                        TaskRunner.class.getName(),
                        "--test",
                        test)
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
            messages.add("did not end in " + MINUTES + " minutes");
        }
        try (Stream<String> lines = Files.lines(said)) {
            lines.filter(line -> line.startsWith("RED "))
                    .map(line -> line.substring(4))
                    .forEach(messages::add);
        }
        return ended && process.exitValue() == 0;
    }

    /** Runs one test in this process. */
    private static boolean test(String name) throws ClassNotFoundException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Class.forName(name)))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                super.executionFinished(test, result);
                result.getThrowable()
                        .ifPresent(why -> System.out.println("RED " + test.getDisplayName() + ": "
                                + why.toString().lines().collect(Collectors.joining(" "))));
            }
        };
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        return summary.getTestsSucceededCount() > 0 && summary.getTotalFailureCount() == 0;
    }

    /** Returns the class path without the solutions that this module has itself. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Files.exists(Path.of(entry, "task", "t01", "MoveSelection.class")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the names of the hidden tests, in order. */
    private static List<String> tests() throws Exception {
        Path root = Path.of(TaskRunner.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.matches("task.t\\d\\d.\\w+Test\\.class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }
}
