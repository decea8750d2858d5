package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.runtime.internal.BatchInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class PlumblineTest {
    private static final Path RECORDED = Path.of("../../sdk-providers/src/test/resources/recorded");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    static List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.walk(RECORDED, 2)) {
            return files.filter(file -> Files.exists(file.resolveSibling(file.getFileName() + ".expected.json")))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void recordings_areAllThere() throws IOException {
        assertThat(recordings()).hasSize(103);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void replay_printsWhatARecordingFoldsInto(Path file) throws IOException {
        int code = run("replay", file.getParent().getFileName().toString(), file.toString());
        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        Json printed = Json.parse(out.toString().strip());
        assertThat(printed)
                .isEqualTo(Json.parse(Files.readAllBytes(file.resolveSibling(file.getFileName() + ".expected.json"))));
        assertThat(out.toString().strip()).isEqualTo(printed.canonical());
    }

    @Test
    void fingerprint_isTheOneOfTheGoldenVectors(@TempDir Path folder) throws IOException {
        Json vectors =
                Json.parse(Files.readAllBytes(Path.of("../../sdk-api/src/test/resources/fingerprint/vectors.json")));
        Json vector = vectors.elements().get(4);
        Path file = Files.writeString(
                folder.resolve("body.json"), vector.get("body").text());
        assertThat(run("fingerprint", file.toString())).isZero();
        assertThat(out.toString().strip()).isEqualTo(vector.get("fingerprint").asText());
    }

    @Test
    void describe_printsTheRecommendedOrder() {
        assertThat(run("describe")).isZero();
        assertThat(out.toString().lines().map(line -> line.strip().split(" +")[2]))
                .containsExactly(
                        "context",
                        "your-request",
                        "validation",
                        "models",
                        "your-response",
                        "your-around",
                        "cache",
                        "answers",
                        "repair",
                        "retry",
                        "scripted");
    }

    @ParameterizedTest
    @CsvSource({
        "demoo, command, demo",
        "reprot, command, report",
        "fingerprints, command, fingerprint",
        "chat --jornal x, option, --journal"
    })
    @DisplayName("N20 a mistyped command or option has the near one in its error")
    void n20_mistypedWord_suggestsTheNearOne(String line, String what, String near) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().strip())
                .startsWith("plumbline: no " + what + " is named '")
                .contains("did you mean ", near)
                .hasLineCount(1);
    }

    @Test
    @DisplayName("N20 a word that is near to nothing leads to the list")
    void n20_otherWord_leadsToTheList() {
        assertThat(run("qqqq")).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("plumbline: no command is named 'qqqq'; --help lists what there is");
    }

    @Test
    @DisplayName("N20 the page has every command")
    void n20_everyCommand_isOnThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/command-line.md"));
        List<String> commands =
                List.copyOf(new CommandLine(new Plumbline()).getSubcommands().keySet());
        assertThat(commands)
                .contains("report")
                .allSatisfy(command -> assertThat(page)
                        .containsPattern("`(\\./plumbline )?" + command + "[ `]|\\./plumbline " + command + "\n"));
    }

    @Test
    @DisplayName("N20 the input of a batch has the form that the page shows")
    void n20_inputOfTheBatch_hasTheFormOfThePage(@TempDir Path folder) throws IOException {
        String page = Files.readString(Path.of("../../docs/command-line.md"));
        Matcher block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        Path input = Files.writeString(folder.resolve("in.jsonl"), block.group(1));
        assertThat(BatchInput.of(input).bodies())
                .isEqualTo(block.group(1).lines().count());
    }

    @Test
    void whatGoesWrong_isOneLineAndExitCode2(@TempDir Path folder) throws IOException {
        Path broken = Files.writeString(folder.resolve("secret.json"), "{\"interactions\": [secret]}");
        Path unknown = Files.writeString(folder.resolve("b.json"), "{\"interactions\":[{\"kind\":\"secret\"}]}");
        for (String[] args : List.of(
                new String[] {"fingerprint", broken.toString()},
                new String[] {"fingerprint", unknown.toString()},
                new String[] {"fingerprint", folder.resolve("none.json").toString()},
                new String[] {"replay", "no-such-provider", broken.toString()},
                new String[] {"replay", "openai-chat", folder.resolve("x.bin").toString()},
                new String[] {"replay"},
                new String[] {"sing"})) {
            err.getBuffer().setLength(0);
            assertThat(run(args)).isEqualTo(2);
            assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("plumbline: ");
            assertThat(err.toString().replace(folder.toString(), "")).doesNotContain("[secret]", "\"secret\"");
        }
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openai-chta | did you mean openai-chat?",
                "claude | there are anthropic, azure, deepseek, errors, gemini, groq, mistral, ollama, openai-chat,",
            })
    @DisplayName("N11 an unknown format has the near one in its error, or the list in order")
    void n11_unknownFormat_hasTheNearOne(String given, String rest) {
        assertThat(run("replay", given, "x.sse")).isEqualTo(2);
        assertThat(err.toString().strip())
                .startsWith("plumbline: no format is named '" + given + "'; " + rest)
                .hasLineCount(1);
    }

    @Test
    @DisplayName("N11 replay takes the names of --format, too")
    void n11_replay_takesTheNamesOfFormat() throws IOException {
        Path file = recordings().stream()
                .filter(each -> each.getParent().endsWith("openai-chat"))
                .findFirst()
                .orElseThrow();
        assertThat(run("replay", "openai-chat", file.toString())).isZero();
        String whole = out.toString();
        assertThat(run("replay", "chat", file.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo(whole + whole);
    }

    @Test
    @DisplayName("N11 the page has every format of replay")
    void n11_everyFormatOfReplay_isOnThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/command-line.md"));
        String section = page.substring(page.indexOf("\n## Replay"));
        assertThat(RecordedResponses.FOLDERS)
                .allSatisfy(format -> assertThat(section).contains("`" + format + "`"));
    }
}
