package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.Usage;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A page shows what its programs print. A whole program has a {@code main}; one that writes to {@code System.out} is followed by a
 * block {@code text} with its output. A block with a title, "Without a key" or "Without a keyring", has the output of a run that
 * lacks it, or the first line of its errors if it prints nothing. The program is run as it stands, in a process of its own: a
 * scripted server takes the place of the service, and one line of input is typed. {@code -Dplumbline.page=write} writes the blocks.
 */
class PrintedProgramsTest {
    /** A heading, behind which a program of another section prints nothing, or a block. */
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^(?:## .*|```(java|text(?: title=\"(Without a [a-z]+)\")?)\n([^`]*)^```)$");

    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final int MOST_SECONDS = 60;

    private static final String QUESTION = "What is a plumb line?";

    @TempDir
    private Path folder;

    /** Returns what the model says to a program of a page. */
    private static Function<ServerRequest, ServerResponse> model(Program program) {
        if (program.source.contains("AnthropicMessages")) {
            return AnthropicScript.create().usage(Usage.of(14, 40)).says("A weight on a line.");
        }
        OpenAiResponsesScript model = OpenAiResponsesScript.create();
        return switch (program.name()) {
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
            case "TypedAnswer" -> model.says("{\"width\":1200,\"sill\":1000}");
            case "TwoIdeas" ->
                model.says("A counter along the long wall.")
                        .says("The boards run to the window.")
                        .says("Grey ones, 60 by 60.");
            case "TwoCases" -> model.usage(Usage.of(12, 3)).says("4").says("About 175.");
            case "ThreeQuestions" -> PrintedProgramsTest::use; // asked at the same time
            default -> model.says("A weight on a line.");
        };
    }

    private static ServerResponse use(ServerRequest request) {
        String word = Stream.of("Oak Floors.", "Brass Handles.", "Slate Roofs.")
                .filter(use -> request.text().contains(use.substring(0, use.indexOf(' '))))
                .map(use -> use.substring(use.indexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
        return OpenAiResponsesScript.create().says(word).apply(request);
    }

    /** A whole program of a page, and the places of what it prints. */
    private record Program(String source, List<MatchResult> printed) {
        boolean isWhole() {
            return source.contains("static void main(");
        }

        boolean prints() {
            return isWhole() && source.contains("System.out");
        }

        String name() {
            Matcher name = NAME.matcher(source);
            return name.find() ? name.group(1) : "";
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(Path.of("../../docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("../../README.md")),
                            docs.filter(page -> page.toString().endsWith(".md")).sorted())
                    .filter(page -> programs(text(page)).stream().anyMatch(Program::prints))
                    .toList();
        }
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the whole programs of a page. */
    private static List<Program> programs(String page) {
        List<Program> programs = new ArrayList<>();
        Matcher found = BLOCK.matcher(page);
        while (found.find()) {
            if (found.group(3) == null) {
                programs.add(new Program("", new ArrayList<>()));
            } else if (found.group(1).equals("java")) {
                programs.add(new Program(found.group(3), new ArrayList<>()));
            } else if (!programs.isEmpty()) {
                programs.get(programs.size() - 1).printed.add(found.toMatchResult());
            }
        }
        return programs.stream().filter(Program::isWhole).toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    @DisplayName("N36 a page shows what its programs print")
    void n36_page_showsWhatItsProgramsPrint(Path page) throws Exception {
        String text = text(page);
        StringBuilder printed = new StringBuilder();
        int from = 0;
        for (Program program : programs(text)) {
            assertThat(program.printed.isEmpty())
                    .as("%s of %s prints, and no block `text` follows it", program.name(), page)
                    .isNotEqualTo(program.prints());
            Path classes = program.prints() ? compiled(program) : folder;
            for (MatchResult block : program.printed) {
                printed.append(text, from, block.start(3)).append(run(program, classes, block.group(2)));
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
    @DisplayName("N36 every page with a program that prints is read")
    void n36_pages_areFound() throws IOException {
        assertThat(pages()).hasSizeGreaterThan(10).contains(Path.of("../../README.md"));
    }

    @Test
    void blocks_belongToTheProgramBeforeThem() {
        String part = "```java\nint i;\n```\n```text\nnot printed\n```\n";
        String whole =
                "```java\nfinal class A {\n    static void main(String[] a) {}\n}\n```\nIt prints:\n\n```text\na\n```\n"
                        + "```text title=\"Without a key\"\nb\n```\n";
        List<Program> found = programs(part + whole + "## Next\n\n```text\nof another\n```\n" + part);
        assertThat(found).hasSize(1).allMatch(program -> program.name().equals("A") && !program.prints());
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

    /** Returns what a program prints, without a key or a keyring if it says so. */
    private String run(Program program, Path classes, String without) throws Exception {
        try (ScriptedServer server = ScriptedServer.onPort(0)) {
            server.otherwise(model(program));
            Path in = Files.writeString(folder.resolve("in"), QUESTION + "\n");
            Files.copy(
                    Path.of("../../docs/prices.json"),
                    folder.resolve("prices.json"),
                    StandardCopyOption.REPLACE_EXISTING);
            File out = folder.resolve("out").toFile();
            File err = folder.resolve("err").toFile();
            ProcessBuilder process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:-UsePerfData", // or it may warn on its output
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Duser.language=en",
                            "-Duser.country=US",
                            "-Daddress=" + server.address().resolve(program.source.contains("OpenAi") ? "/v1" : ""),
                            "-cp",
                            classes + File.pathSeparator + System.getProperty("java.class.path"),
                            program.name(),
                            QUESTION)
                    .directory(folder.toFile())
                    .redirectInput(in.toFile())
                    .redirectOutput(out)
                    .redirectError(err);
            environment(process.environment(), !"Without a key".equals(without));
            Process running = process.start();
            try {
                assertThat(running.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                        .as(program.name() + " ends")
                        .isTrue();
            } finally {
                running.destroyForcibly();
            }
            String error = Files.readString(err.toPath());
            String printed = Files.readString(out.toPath());
            if (without == null) {
                assertThat(error).isEmpty();
            }
            return without == null || !printed.isEmpty()
                    ? printed
                    : error.lines().findFirst().orElse("") + "\n";
        }
    }

    private static void environment(Map<String, String> variables, boolean withKey) {
        Stream.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS").forEach(variables::remove);
        Stream.of("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XDG_RUNTIME_DIR").forEach(variables::remove); // the keyring
        for (String key : List.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY")) {
            variables.remove(key);
            if (withKey) {
                variables.put(key, "key-of-the-test");
            }
        }
    }
}
