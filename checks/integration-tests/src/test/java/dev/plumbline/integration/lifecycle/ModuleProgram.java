package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs that are compiled and run in processes of their own, with the modules and their libraries and nothing of the tests. */
final class ModuleProgram {
    private static final Set<String> LIBRARIES = Set.of(
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
            "micrometer-core",
            "micrometer-commons",
            "micrometer-observation",
            "HdrHistogram",
            "LatencyUtils",
            "slf4j-api",
            "jspecify");

    /** A module of the build: its name, and its jar or its folder of classes. */
    static final Pattern MODULE = Pattern.compile("(sdk-[a-z-]*[a-z])/target/(classes|[^/]*\\.jar)$");

    private static final Pattern UNSHIPPED = Pattern.compile("sdk-(testkit|cli)/|-tests\\.jar$");

    private ModuleProgram() {}

    /** Returns the modules, without test kit and command line, and their libraries: jars, or folders of classes. */
    static List<Path> path() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(ModuleProgram::isShipped)
                .map(Path::of)
                .toList();
    }

    private static boolean isShipped(String path) {
        String name = Path.of(path).getFileName().toString().replaceAll("-\\d.*", "");
        boolean jackson2 = path.contains("com/fasterxml/jackson") && !name.equals("jackson-annotations");
        return (MODULE.matcher(path).find() && !UNSHIPPED.matcher(path).find())
                || (LIBRARIES.contains(name) && !jackson2);
    }

    static String joined(List<Path> path) {
        return path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Writes sources by their names into a folder and compiles them there into {@code classes}, with these further arguments. */
    static Path compile(Path folder, List<String> arguments, Source... sources) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> all = new ArrayList<>(List.of("-parameters", "-d", classes.toString()));
        all.addAll(arguments);
        for (Source source : sources) {
            Path file = folder.resolve("source").resolve(source.name());
            Files.createDirectories(file.getParent());
            all.add(Files.writeString(file, source.text()).toString());
        }
        int status =
                ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, all.toArray(String[]::new));
        assertThat(status).as("javac").isZero();
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
