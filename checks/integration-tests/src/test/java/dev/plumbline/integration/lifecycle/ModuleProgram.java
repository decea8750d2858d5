package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs that are compiled and run in processes of their own, with the modules and their libraries and nothing of the tests. */
final class ModuleProgram {
    private static final Set<String> LIBRARIES = Set.of(
            "ours",
            "jackson-core",
            "jackson-databind",
            "jackson-annotations",
            "json-schema-validator",
            "jsonschema-generator",
            "jsonschema-module-jackson",
            "classmate",
            "re2j",
            "failsafe",
            "httpcore5",
            "commonmark",
            "commonmark-ext-gfm-tables",
            "snakeyaml-engine",
            "micrometer-core",
            "micrometer-commons",
            "micrometer-observation",
            "HdrHistogram",
            "LatencyUtils",
            "slf4j-api",
            "jspecify");

    /** A module of the build: its name, and its jar or its folder of classes. */
    static final Pattern MODULE = Pattern.compile("(sdk-[a-z-]*[a-z])/target/(classes|[^/]*\\.jar)$");

    private static final Pattern JACKSON_2 =
            Pattern.compile("com.fasterxml.jackson.(?!core.jackson-annotations).*\\.jar$");

    private static final Set<String> OF_LAWS =
            Set.of("sdk-testkit", "jqwik-api", "apiguardian-api", "opentest4j", "junit-platform-commons");

    private ModuleProgram() {}

    /** Returns the modules, without test kit and command line, and their libraries: jars, or folders of classes. */
    static List<Path> path() {
        return path(LIBRARIES::contains);
    }

    /** Returns the same with the test kit and what its laws are made of. */
    static List<Path> pathWithLaws() {
        return path(name -> LIBRARIES.contains(name) || OF_LAWS.contains(name));
    }

    private static List<Path> path(Predicate<String> chosen) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> chosen.test(artifact(entry))
                        && !JACKSON_2.matcher(entry).find())
                .map(Path::of)
                .toList();
    }

    /** Returns the name of a library; {@code ours} for a module of the core or an add-on. */
    private static String artifact(String entry) {
        Matcher module = MODULE.matcher(entry.replace('\\', '/'));
        if (module.find()) {
            String name = module.group(1);
            return name.equals("sdk-testkit") || name.equals("sdk-cli") || entry.endsWith("-tests.jar") ? name : "ours";
        }
        return Path.of(entry).getFileName().toString().replaceAll("-\\d.*", "");
    }

    static String joined(List<Path> path) {
        return path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Compiles a module into {@code classes} of a folder, on that module path and an empty class path. */
    static Path compileModule(Path folder, List<Path> path, Source... sources) throws IOException {
        return compile(folder, List.of("-p", joined(path), "-cp", ""), sources);
    }

    /** Compiles classes into {@code classes} of a folder, on that class path. */
    static Path compileClasses(Path folder, List<Path> path, Source... sources) throws IOException {
        return compile(folder, List.of("-cp", joined(path)), sources);
    }

    private static Path compile(Path folder, List<String> options, Source... sources) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> all = new ArrayList<>(List.of("-parameters", "-d", classes.toString()));
        all.addAll(options);
        for (Source source : sources) {
            Path file = folder.resolve("source").resolve(source.name());
            Files.createDirectories(file.getParent());
            all.add(Files.writeString(file, source.text()).toString());
        }
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed);
        int status = ToolProvider.findFirst("javac").orElseThrow().run(out, out, all.toArray(String[]::new));
        assertThat(status).as("javac: %s", printed).isZero();
        return classes;
    }

    /** A source file: its path below the folder of sources, and its text. */
    record Source(String name, String text) {}

    /** Runs a JVM with these arguments and returns what it prints. */
    static String run(String... arguments) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program = new ProcessBuilder(
                        Stream.concat(Stream.of(java, "-XX:TieredStopAtLevel=1"), Stream.of(arguments))
                                .toList())
                .redirectErrorStream(true)
                .start();
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return printed;
    }
}
