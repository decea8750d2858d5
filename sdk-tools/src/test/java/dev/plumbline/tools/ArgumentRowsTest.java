package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person is shown before a call runs, and what they cannot say yes to. */
class ArgumentRowsTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final List<String> ran = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    /** What comes of a call when the person says yes, if they can. */
    private ToolEnvelope approving(AiTool tool, Object arguments) {
        bench.with(b -> b.approvals(ApprovalRules.builder().ask("*").build()).questionHandler(question -> {
                    asked.add(question);
                    question.answer(question.options().get(0));
                }))
                .with(tool);
        return bench.run(tool.name(), arguments);
    }

    private ToolEnvelope approving(Object arguments) {
        return approving(tool("wipe", (in, ctx) -> ran.add(in.text())), arguments);
    }

    private String text() {
        return asked.get(0).text();
    }

    private List<String> options() {
        return asked.get(0).options().stream().map(Question.Option::id).toList();
    }

    private static String shown(String value) {
        return ArgumentRows.of(Json.object().with("v", value), Json.object())
                .rows()
                .get(0)
                .displayText();
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 a member in the middle of long arguments is shown before anything runs")
    void member_betweenLongOnes_isShown() {
        approving(Json.object()
                .with("note", "n".repeat(1_100))
                .with("path", "/etc/passwd")
                .with("z", "z".repeat(1_100)));
        assertThat(text().lines().map(line -> line.length() < 50 ? line : line.substring(0, 50)))
                .containsExactly(
                        "wipe with 3 values:",
                        "    note (string, 1100 characters): \"nnnnnnnnnnnnn",
                        "    path (string, 11 characters): \"/etc/passwd\"",
                        "    z (string, 1100 characters): \"zzzzzzzzzzzzzzzz");
        assertThat(ran).hasSize(1);
    }

    @Test
    @DisplayName("S5 a long value is shown by its beginning, its end and its digest, and whole on request")
    void longValue_hasHeadTailAndDigest_andDetails() {
        approving(Map.of("note", "a".repeat(300) + "b".repeat(300) + "c".repeat(300)));
        Question.ArgumentRow row = asked.get(0).rows().get(0);
        assertThat(row.displayText()).isEqualTo("\"" + "a".repeat(200) + "\" … \"" + "c".repeat(100) + "\"");
        assertThat(row.digest()).contains("a68672b809e2798d60ad6b5ae49f456d88c66ea3bc507a9383ec18535cd77d50");
        assertThat(row.isComplete()).isFalse();
        assertThat(text()).contains(row.digest().orElseThrow());
        assertThat(asked.get(0).details().orElseThrow()).contains("\"" + "a".repeat(300) + "b".repeat(300));
    }

    @Test
    @DisplayName("S5 what is shown whole has no details")
    void shortValues_areWhole() {
        approving(Map.of("note", "n".repeat(ArgumentRows.WHOLE)));
        assertThat(asked.get(0).details()).isEmpty();
        assertThat(asked.get(0).rows()).allMatch(Question.ArgumentRow::isComplete);
    }

    @ParameterizedTest
    @Tag("S5")
    @ValueSource(
            strings = {
                "path",
                "outputPath",
                "file_name",
                "targetFile",
                "url",
                "hostname",
                "to",
                "wallId",
                "walls.id",
                "e-mail",
                "imageURL",
                "destination",
                "command"
            })
    @DisplayName("S5 nobody can say yes when a name, path or address was cut")
    void cutName_cannotBeApproved(String member) {
        ToolEnvelope envelope = approving(Json.object().with(member, "n ".repeat(300)));
        assertThat(options()).containsExactly("deny", "take-over");
        assertThat(text()).contains("cannot be approved", "at most 500 are shown whole");
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(envelope.failure().orElseThrow().message()).contains("names something", "600 characters");
        assertThat(ran).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/", "../", "C:\\\\", "\\\\\\\\server\\\\", "https://example.org/", "~/"})
    @DisplayName("S5 nobody can say yes when what is written like a path or an address was cut")
    void cutPath_cannotBeApproved(String beginning) {
        assertThat(code(approving(Json.object().with("note", beginning + "x".repeat(600)))))
                .isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(ran).isEmpty();
    }

    @Test
    @DisplayName("S5 the format of a schema says that a value is an address")
    void cutValue_ofAFormat_cannotBeApproved() {
        AiTool open = AiTool.of(
                "open",
                "Opens.",
                Json.parse("{\"type\":\"object\",\"required\":[],\"properties\":{\"page\":{\"format\":\"uri\"}}}"),
                (in, ctx) -> ran.add("ran"));
        assertThat(code(approving(open, Map.of("page", "x y".repeat(300))))).isEqualTo(ToolEnvelope.Code.DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"note", "text", "script", "svg", "points"})
    @DisplayName("S5 a long text that names nothing can be approved")
    void cutText_canBeApproved(String member) {
        assertThat(approving(Json.object().with(member, "some words ".repeat(100)))
                        .isOk())
                .isTrue();
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 nobody can say yes to more rows than are shown")
    void moreRowsThanShown_cannotBeApproved() {
        Json many = Json.of(Map.of("words", Collections.nCopies(101, "x")));
        ToolEnvelope envelope = approving(many);
        assertThat(options()).containsExactly("deny", "take-over");
        assertThat(text()).contains("and 1 more, not shown", "it has 101 values, and at most 100 are shown");
        assertThat(envelope.failure().orElseThrow().message()).contains("101 values", "Call with less at a time");
        assertThat(asked.get(0).details().orElseThrow()).contains("words[100]");
        assertThat(ran).isEmpty();
    }

    @Test
    @DisplayName("S5 a list of numbers is one row, however many there are")
    void numbers_areOneRow() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            numbers.add(i % 2);
        }
        assertThat(approving(Map.of("points", numbers)).isOk()).isTrue();
        assertThat(asked.get(0).rows()).singleElement().satisfies(row -> {
            assertThat(row.type()).isEqualTo("array");
            assertThat(row.length()).isEqualTo(200);
            assertThat(row.isComplete()).isTrue();
        });
    }

    @Test
    @DisplayName("S5 nobody can say yes when the name of a member was cut")
    void cutMemberName_cannotBeApproved() {
        ToolEnvelope envelope = approving(Json.object().with("n".repeat(300), 1));
        assertThat(options()).containsExactly("deny", "take-over");
        assertThat(envelope.failure().orElseThrow().message()).contains("longer than 200 characters");
    }

    @Test
    @DisplayName("S5 members of members are named by their way; names that could mislead are quoted")
    void rows_areNamedByTheirWay() {
        approving(Json.parse(
                "{\"a\":{\"b\":[{\"c\":1},\"x\"],\"e\":{},\"f\":[]},\"odd name\":null,\"a.b\":true,\"\":[[1,2],[]]}"));
        assertThat(asked.get(0).rows().stream().map(Question.ArgumentRow::line))
                .containsExactly(
                        "a.b[0].c (number): 1",
                        "a.b[1] (string, 1 character): \"x\"",
                        "a.e (object): {}",
                        "a.f (array, 0 elements): []",
                        "[\"odd name\"] (null): null",
                        "[\"a.b\"] (boolean): true",
                        "[\"\"][0] (array, 2 elements): [1,2]",
                        "[\"\"][1] (array, 0 elements): []");
    }

    @Test
    @DisplayName("S5 a call without arguments says so")
    void noArguments_areSaid() {
        approving(Map.of());
        assertThat(text()).isEqualTo("wipe without arguments");
    }

    @Test
    @DisplayName("S5 words of a tool that fail are left out: the values are shown all the same")
    void preview_thatThrows_isLeftOut() {
        AiTool tool = tool("wipe", (in, ctx) -> ran.add("ran")).withPreview(in -> {
            throw new IllegalStateException("no words");
        });
        assertThat(approving(tool, Map.of("id", "w1")).isOk()).isTrue();
        assertThat(text()).isEqualTo("wipe with 1 value:\n    id (string, 2 characters): \"w1\"");
    }

    @Test
    @DisplayName("S5 words of a tool make no lines of their own")
    void preview_ofManyLines_isOneLine() {
        approving(
                tool("wipe", (in, ctx) -> 1).withPreview(in -> "Fine.\n    path (string, 2 characters): \"ok\""),
                Map.of("path", "/etc"));
        assertThat(text().lines())
                .hasSize(3)
                .filteredOn(line -> line.startsWith("    "))
                .hasSize(1);
    }

    @ParameterizedTest
    @Tag("S5")
    @CsvSource({
        "a\u3164b, a\\u{3164}b",
        "a\u2800b, a\\u{2800}b",
        "a\u00A0b, a\\u{00A0}b",
        "a\u200Bb, a\\u{200B}b",
        "a\u202Eb, a\\u{202E}b",
        "a\u00ADb, a\\u{00AD}b",
        "a\u034Fb, a\\u{034F}b",
        "a\uFE0Fb, a\\u{FE0F}b",
        "a\uDB40\uDC41b, a\\u{E0041}b",
        "a\u115Fb, a\\u{115F}b",
        "a \u0338b, a \\u{0338}b",
        "p\u0430ypal, p\\u{0430}ypal",
        "\u0440\u0430ypal, \\u{0440}\\u{0430}ypal",
        "\u03BFpen, \\u{03BF}pen",
        "\u0430\u0440\u0440\u04CF\u0435.com, \\u{0430}\\u{0440}\\u{0440}\\u{04CF}\\u{0435}.com",
        "\uFF45\uFF54\uFF43, \\u{FF45}\\u{FF54}\\u{FF43}",
        "\uD835\uDC1A, \\u{1D41A}",
        "etc\u2044passwd, etc\\u{2044}passwd",
        "/home/\u05D3\u05D5, /home/\\u{05D3}\\u{05D5}",
        "1\u0661, 1\\u{0661}"
    })
    @DisplayName("S5 what is not seen, or passes for something else, is spelled out")
    void hiddenAndMixed_areSpelledOut(String value, String spelled) {
        assertThat(shown(value)).isEqualTo('"' + spelled + '"');
    }

    @Test
    @DisplayName("S5 blanks that push something out of sight are counted")
    void runsOfBlanks_areCounted() {
        assertThat(shown("ok" + " ".repeat(1_500) + "/EVIL")).isNotEqualTo("ok");
        assertThat(shown("ok" + " ".repeat(300) + "/EVIL")).isEqualTo("\"ok\\{300 blanks}/EVIL\"");
        assertThat(shown("a  b")).isEqualTo("\"a  b\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Стена на кухне, 240 мм",
                "Удалить файл в папке",
                "Τοίχος της κουζίνας",
                "厨房的墙，长度 5000 毫米",
                "台所の壁を3本消す CADで",
                "부엌 벽 CAD도면",
                "Küchenwand, 3 m² große Öffnung, naïve façade",
                "/home/Иван/план.dwg",
                "مخطط المطبخ",
                "קיר המטבח",
                "रसोई की दीवार",
                "a wall of 5 m, \u2018quoted\u2019 \u2014 and so on"
            })
    @DisplayName("S5 text in one script stays readable")
    void plainText_staysReadable(String value) {
        assertThat(shown(value)).isEqualTo('"' + value + '"');
    }

    @Test
    @DisplayName("S5 a quote and a backslash within a value do not end it")
    void quotes_areEscaped() {
        assertThat(shown("C:\\plan \"a\"")).isEqualTo("\"C:\\\\plan \\\"a\\\"\"");
    }
}
