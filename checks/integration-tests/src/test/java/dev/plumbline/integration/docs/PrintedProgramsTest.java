package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.integration.docs.PagePrograms.Program;
import dev.plumbline.integration.teams.RedisForTests;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A page shows what its programs print. A whole program has a {@code main}; one that writes to {@code System.out} is followed by a
 * block {@code text} with its output. A block with a title, "Without a key" or "Without a keyring", has the output of a run that
 * lacks it, or the first line of its errors if it prints nothing. The program is run as it stands, in a process of its own: a
 * scripted server takes the place of the service, a server of Redis is started where one is needed, and one line of input is typed. {@code -Dplumbline.page=write} writes the blocks.
 */
class PrintedProgramsTest {
    /** What chooses a service; the address of the scripted server is added behind it. */
    private static final Pattern SERVICE = Pattern.compile(
            "apiKeyFromEnv\\(\\)|OllamaChat\\.builder\\(\"\\w+\"\\)|baseUrl\\(\"http://localhost:\\d+/v1\"\\)");

    /** The address of a server of Redis; the test starts one for a program that has it. */
    private static final String REDIS = "\"redis://localhost:6379\"";

    private static final List<String> KEYS =
            List.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "AWS_BEARER_TOKEN_BEDROCK");

    private static final int MOST_SECONDS = 60;

    /** The most words of a page before its first program. */
    private static final int MOST_WORDS = 120;

    private static final String QUESTION = "What is a plumb line?";

    /** Pages that do not begin with a whole program, and why. */
    private static final Map<String, String> BEGIN_OTHERWISE = Map.ofEntries(
            Map.entry("README.md", "it begins with what the library is, and the demo"),
            Map.entry("architecture.md", "for those who change the library"),
            Map.entry("checks.md", "for those who change the library"),
            Map.entry("coming-from.md", "a table of other systems' names; ComingFromDocTest runs what it shows"),
            Map.entry("command-line.md", "commands"),
            Map.entry("mcp-attacks.md", "a report"),
            Map.entry("mcp-server-attacks.md", "a report"),
            Map.entry("mcp-servers.md", "a report"),
            Map.entry("red-team.md", "a report"),
            Map.entry("releasing.md", "for those who change the library"),
            Map.entry("requirements.md", "for those who change the library"),
            Map.entry("start.md", "it begins with how to get the library; FirstHourTest builds its projects"),
            Map.entry("threats.md", "a report"),
            Map.entry("tutorial.md", "it begins with a list of its steps"),
            Map.entry("vocabulary.md", "words"));

    /** Pages with whole programs that print nothing, because they open a window, and the test that runs them. */
    private static final Map<String, String> WINDOWS = Map.ofEntries(
            Map.entry("assistant.md", "AssistantDocTest"),
            Map.entry("pictures.md", "PicturesDocTest"),
            Map.entry("settings.md", "SettingsDocTest"),
            Map.entry("streaming.md", "StreamingDocTest, and the toolkits in examples"),
            Map.entry("tutorial.md", "TutorialTest"));

    @TempDir
    private Path folder;

    static List<Path> pages() {
        return PagePrograms.pages().stream()
                .filter(page ->
                        PagePrograms.whole(PagePrograms.text(page)).stream().anyMatch(Program::prints))
                .toList();
    }

    @Test
    @DisplayName("N34 a page begins with a whole program, behind a few sentences")
    void n34_page_beginsWithAProgram() {
        assertThat(PagePrograms.pages())
                .filteredOn(page -> !beginsWithAProgram(PagePrograms.text(page)))
                .extracting(page -> page.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(BEGIN_OTHERWISE.keySet());
    }

    private static boolean beginsWithAProgram(String page) {
        List<Program> blocks = PagePrograms.of(page);
        return !blocks.isEmpty()
                && blocks.get(0).isWhole()
                && page.substring(0, blocks.get(0).start()).split("\\s+").length <= MOST_WORDS;
    }

    @Test
    @DisplayName("N36 a whole program prints, or another test runs it")
    void n36_program_printsOrIsRunElsewhere() {
        assertThat(PagePrograms.pages())
                .filteredOn(page ->
                        PagePrograms.whole(PagePrograms.text(page)).stream().anyMatch(program -> !program.prints()))
                .extracting(page -> page.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(WINDOWS.keySet());
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("pages")
    @DisplayName("N36 a page shows what its programs print")
    void n36_page_showsWhatItsProgramsPrint(Path page) throws Exception {
        String text = PagePrograms.text(page);
        StringBuilder printed = new StringBuilder();
        int from = 0;
        for (Program program : PagePrograms.whole(text)) {
            assertThat(program.printed().isEmpty())
                    .as("%s of %s prints, and no block `text` follows it", program.name(), page)
                    .isNotEqualTo(program.prints());
            Path classes = program.prints() ? compiled(program) : folder;
            for (MatchResult block : program.printed()) {
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
        List<Program> found = PagePrograms.whole(part + whole + "## Next\n\n```text\nof another\n```\n" + part);
        assertThat(found).hasSize(1).allMatch(program -> program.name().equals("A") && !program.prints());
        assertThat(found.get(0).printed().stream().map(block -> block.group(3))).containsExactly("a\n", "b\n");
    }

    /** Compiles a program that calls the server of its port, which is a system property. */
    private Path compiled(Program program) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(program.name()));
        String calling = SERVICE.matcher(program.source())
                .replaceAll("$0.baseUrl(System.getProperty(\"address\"))")
                .replace(
                        "RedisServer.at(" + REDIS + ")",
                        "RedisServer.at(System.getProperty(\"redis\"))"
                                + ".withLimit(java.time.Duration.ofMinutes(1))"); // a busy machine answers late
        Path source = Files.writeString(classes.resolve(program.name() + ".java"), calling);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(
                null, null, null, "-proc:none", "-parameters", "-d", classes.toString(), source.toString());
        assertThat(result).as("%s compiles", program.name()).isZero();
        return classes;
    }

    /** Returns what a program prints, without a key or a keyring if it says so. */
    private String run(Program program, Path classes, String without) throws Exception {
        try (ScriptedServer server = ScriptedServer.onPort(0);
                @Nullable RedisForTests redis = program.source().contains(REDIS) ? RedisForTests.start() : null) {
            server.otherwise(PageModel.of(program));
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
                            "-Daddress="
                                    + server.address().resolve(program.source().contains("OpenAi") ? "/v1" : ""),
                            "-Dredis=" + (redis == null ? "" : redis.uri()),
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
        for (String key : KEYS) {
            variables.remove(key);
            if (withKey) {
                variables.put(key, "key-of-the-test");
            }
        }
    }
}
