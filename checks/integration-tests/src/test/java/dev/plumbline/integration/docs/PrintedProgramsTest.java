package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page shows what its programs print: behind a whole program, a block {@code text} is its output, and a block {@code text} with the title
 * "Without a key" the first line that it prints as an error while its variable is not set. The program is run as it stands, in a
 * process of its own, with a scripted server where the page calls OpenAI. {@code -Dplumbline.page=write} writes the blocks.
 */
class PrintedProgramsTest {
    /** A heading, behind which a program of another section prints nothing, or a block. */
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^(?:## .*|```(java|text( title=\"Without a key\")?)\n([^`]*)^```)$");

    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final int MOST_SECONDS = 60;

    @TempDir
    private Path folder;

    /** Returns what the model says to a program of a page. */
    private static OpenAiResponsesScript model(String program) {
        OpenAiResponsesScript model = OpenAiResponsesScript.create();
        return switch (program) {
            case "Plans" ->
                model.says("A weight ", "on a line.")
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.")
                        .says("{\"id\":\"w2\",\"millimetres\":3000}");
            case "SmallestTool" ->
                model.callsTool("drawWall", Map.of("length", 5000)).says("The wall w1 is drawn.");
            case "DrawPlan" ->
                model.callsTool("drawWall", Map.of("length", -5))
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.");
            case "WallExtension" -> model.callsTool("thickness", Map.of()).says("It is 240 mm thick.");
            case "SmallestPolicy" -> model.says("A brick is 240 long – without mortar.");
            default -> model.says("A weight on a line.");
        };
    }

    /** A whole program of a page, and the places of what it prints. */
    private record Program(String source, List<MatchResult> printed) {
        String name() {
            Matcher name = NAME.matcher(source);
            return name.find() ? name.group(1) : "";
        }
    }

    private static List<Program> programs(String page) {
        List<Program> programs = new ArrayList<>();
        Matcher found = BLOCK.matcher(page);
        while (found.find()) {
            if (found.group(3) == null) {
                programs.add(new Program("", List.of()));
            } else if (found.group(1).equals("java")) {
                programs.add(new Program(found.group(3), new ArrayList<>()));
            } else if (!programs.isEmpty()
                    && programs.get(programs.size() - 1).source.contains("static void main(")) {
                programs.get(programs.size() - 1).printed.add(found.toMatchResult());
            }
        }
        return programs.stream().filter(program -> !program.printed.isEmpty()).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"README.md", "docs/start.md", "docs/tools.md", "docs/policies.md", "docs/extension-points.md"})
    @DisplayName("N36 a page shows what its programs print")
    void n36_page_showsWhatItsProgramsPrint(String name) throws Exception {
        Path page = Path.of("../..", name);
        String text = Files.readString(page);
        List<Program> programs = programs(text);
        assertThat(programs).isNotEmpty();
        StringBuilder printed = new StringBuilder();
        int from = 0;
        for (Program program : programs) {
            Path classes = compiled(program);
            for (MatchResult block : program.printed) {
                printed.append(text, from, block.start(3)).append(run(program.name(), classes, block.group(2) == null));
                from = block.end(3);
            }
        }
        printed.append(text.substring(from));
        if ("write".equals(System.getProperty("plumbline.page"))) {
            Files.writeString(page, printed);
        } else {
            assertThat(text).as("written with -Dplumbline.page=write").isEqualTo(printed.toString());
        }
    }

    @Test
    void blocks_belongToTheProgramBeforeThem() {
        String part = "```java\nint i;\n```\n```text\nnot printed\n```\n";
        String whole =
                "```java\nfinal class A {\n    static void main(String[] a) {}\n}\n```\nIt prints:\n\n```text\na\n```\n"
                        + "```text title=\"Without a key\"\nb\n```\n";
        List<Program> found = programs(part + whole + "## Next\n\n```text\nof another\n```\n" + part);
        assertThat(found).hasSize(1).allMatch(program -> program.name().equals("A"));
        assertThat(found.get(0).printed.stream().map(block -> block.group(3))).containsExactly("a\n", "b\n");
    }

    /** Compiles a program that calls the server of its port, which is a system property. */
    private Path compiled(Program program) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(program.name()));
        String calling =
                program.source.replace("apiKeyFromEnv()", "apiKeyFromEnv().baseUrl(System.getProperty(\"address\"))");
        Path source = Files.writeString(classes.resolve(program.name() + ".java"), calling);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(
                null, null, null, "-proc:none", "-parameters", "-d", classes.toString(), source.toString());
        assertThat(result).as("%s compiles", program.name()).isZero();
        return classes;
    }

    /** Returns the output of a program, or the first line of its errors if it has no key. */
    private String run(String program, Path classes, boolean withKey) throws Exception {
        try (ScriptedServer server = ScriptedServer.onPort(0)) {
            server.otherwise(model(program));
            File out = folder.resolve("out").toFile();
            File err = folder.resolve("err").toFile();
            ProcessBuilder process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Daddress=" + server.address().resolve("/v1"),
                            "-cp",
                            classes + File.pathSeparator + System.getProperty("java.class.path"),
                            program,
                            "What is a plumb line?")
                    .redirectOutput(out)
                    .redirectError(err);
            environment(process.environment(), withKey);
            Process running = process.start();
            try {
                assertThat(running.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                        .as(program + " ends")
                        .isTrue();
            } finally {
                running.destroyForcibly();
            }
            String error = Files.readString(err.toPath());
            if (withKey) {
                assertThat(error).isEmpty();
                return Files.readString(out.toPath());
            }
            return error.lines().findFirst().orElse("") + "\n";
        }
    }

    private static void environment(Map<String, String> variables, boolean withKey) {
        Stream.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS").forEach(variables::remove);
        variables.remove("OPENAI_API_KEY");
        if (withKey) {
            variables.put("OPENAI_API_KEY", "key-of-the-test");
        }
    }
}
