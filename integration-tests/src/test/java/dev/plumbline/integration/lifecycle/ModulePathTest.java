package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module and requires the SDK as modules: compiled, and run from the module path alone. */
class ModulePathTest {
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

    @TempDir
    private Path folder;

    @Test
    void program_livesOnTheModulePath() throws Exception {
        Path source = Files.createDirectories(folder.resolve("source/consumer"));
        Path module = write(source.getParent().resolve("module-info.java"), """
                module consumer {
                    requires dev.plumbline.runtime;

                    opens consumer to
                            dev.plumbline.api;
                }
                """);
        Path main = write(source.resolve("Main.java"), """
                package consumer;

                import dev.plumbline.call.AiCall;
                import dev.plumbline.call.AiReturn;
                import dev.plumbline.provider.AiProvider;
                import dev.plumbline.runtime.AiRuntime;
                import dev.plumbline.tool.Tool;

                public final class Main {
                    static final class Model implements AiProvider {
                        public String id() { return "model"; }
                        public String defaultModel() { return "m"; }
                        public AiReturn call(AiCall call) { return AiReturn.ofText("from " + getClass().getModule().getName()); }
                    }

                    static final class Pen {
                        @Tool("Draws.") String draw(int length) { return "drawn"; }
                    }

                    public static void main(String[] args) {
                        try (AiRuntime ai = AiRuntime.builder().addProvider(new Model()).addTools(new Pen()).build()) {
                            System.out.println(ai.send("Who are you?").text() + ", " + ai.getClass().getModule().getName());
                        }
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-parameters",
                        "-d",
                        classes.toString(),
                        "-p",
                        modulePath(),
                        module.toString(),
                        main.toString());
        assertThat(status).as("javac").isZero();
        assertThat(run(classes)).contains("from consumer, dev.plumbline.runtime");
    }

    private static Path write(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }

    private static String run(Path classes) throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        modulePath() + File.pathSeparator + classes,
                        "-m",
                        "consumer/consumer.Main")
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return said;
    }

    /** The modules and their libraries; nothing of the tests. */
    private static String modulePath() {
        List<String> all = Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
        return all.stream().filter(ModulePathTest::isShipped).collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isShipped(String path) {
        String name = Path.of(path).getFileName().toString().replaceAll("-\\d.*", "");
        boolean jackson2 = path.contains("com/fasterxml/jackson") && !name.equals("jackson-annotations");
        boolean tests = path.endsWith("-tests.jar") || path.endsWith("test-classes");
        boolean module = path.contains("sdk-") && !path.contains("sdk-testkit") && !path.contains("sdk-cli") && !tests;
        return module || (LIBRARIES.contains(name) && !jackson2);
    }
}
