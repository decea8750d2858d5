package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.internal.Words;
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
                    question.opened().answer(question.options().get(0));
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
        return ArgumentRows.of(Json.object().with("v", value), Words.english())
                .rows()
                .get("v")
                .text();
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 a member in the middle of long arguments is shown before anything runs")
    void member_betweenLongOnes_isShown() {
        approving(Json.object()
                .with("note", "n".repeat(1_100))
                .with("path", "/etc/passwd")
                .with("z", "z".repeat(1_100)));
        assertThat(text().lines())
                .containsExactly(
                        "Makes changes.",
                        "    note: 1,102 characters, to be opened",
                        "    path: \"/etc/passwd\"",
                        "    z: 1,102 characters, to be opened");
        assertThat(asked.get(0).opened().text()).contains("n".repeat(1_100), "z".repeat(1_100));
        assertThat(ran).hasSize(1);
    }

    @ParameterizedTest
    @Tag("S5")
    @ValueSource(strings = {"statement", "path", "command", "note"})
    @DisplayName("S36 nobody agrees to a long value that was not opened, whatever its name is")
    void s36_longValue_isOpenedBeforeYes(String member) {
        String statement = "SELECT 1; ".repeat(30) + "DROP TABLE rooms; " + "SELECT 1; ".repeat(30);
        List<String> refused = new CopyOnWriteArrayList<>();
        bench.with(b -> b.approvals(ApprovalRules.builder().ask("*").build()).questionHandler(question -> {
                    Question.Option yes = question.options().get(0);
                    try {
                        question.answer(yes);
                    } catch (IllegalArgumentException notShown) {
                        refused.add(notShown.getMessage());
                    }
                    Question whole = question.opened();
                    assertThat(whole.text()).contains(statement);
                    whole.answer(yes);
                }))
                .with(tool("run_sql", (in, ctx) -> ran.add(in.text())));
        assertThat(bench.run("run_sql", Json.object().with(member, statement)).isOk())
                .isTrue();
        assertThat(refused).singleElement().asString().contains(member, "was not shown");
        assertThat(ran).hasSize(1);
    }

    @Test
    @DisplayName("S5 what is short is whole")
    void shortValues_areWhole() {
        approving(Map.of("note", "n".repeat(400)));
        assertThat(asked.get(0).isWhole()).isTrue();
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
        assertThat(asked.get(0).parts()).extracting(Question.Part::heading).containsExactly("", "points, 200 values");
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
        assertThat(asked.get(0).details().stream().skip(1).map(part -> part.heading() + ": " + part.text()))
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
    @DisplayName("S5 a call without arguments has a sentence and no rows")
    void noArguments_haveNoRows() {
        approving(Map.of());
        assertThat(asked.get(0).title()).isEqualTo("Wipe?");
        assertThat(text()).isEqualTo("Makes changes.");
    }

    @Test
    @DisplayName("S5 words of a tool that fail are left out: the values are shown all the same")
    void preview_thatThrows_isLeftOut() {
        AiTool tool = tool("wipe", (in, ctx) -> ran.add("ran")).withPreview(in -> {
            throw new IllegalStateException("no words");
        });
        assertThat(approving(tool, Map.of("id", "w1")).isOk()).isTrue();
        assertThat(text()).isEqualTo("Makes changes.\n    id: w1");
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

    @ParameterizedTest
    @Tag("S33")
    @CsvSource({
        "cafe\u0301.txt, cafe\\u{0301}.txt",
        "a\u037Eb, a\\u{037E}b",
        "p\u0251ypal, p\\u{0251}ypal",
        "wall\u22121, wall\\u{2212}1",
        "wall\u20131, wall\\u{2013}1",
        "rm\uFF06x, rm\\u{FF06}x",
        "run\uFF1Bx, run\\u{FF1B}x",
        "O\u2019Brien.dwg, O\\u{2019}Brien.dwg",
        "a\u02D0b, a\\u{02D0}b",
        "\u212Bngstrom, \\u{212B}ngstrom",
        "file\u00B2.txt, file\\u{00B2}.txt",
        "x\uD835\uDEFCy, x\\u{1D6FC}y",
        "to plan\u2215a.dwg, to plan\\u{2215}a.dwg",
        "mail bob@ex\u0251mple.org, mail bob@ex\\u{0251}mple.org"
    })
    @DisplayName("S33 in names, paths, addresses and programs what differs from what one would type is spelled out")
    void s33_lookAlikes_ofNames_areSpelledOut(String value, String spelled) {
        assertThat(shown(value)).isEqualTo('"' + spelled + '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the years 2010\u20132020, don\u2019t ask \u2026",
                "a wall of 5\u00D73 m",
                "\u5899\u957F5000\u6BEB\u7C73\uFF0C\u9AD83\u7C73",
                "kap\u0131",
                "caf\u00E9.txt"
            })
    @DisplayName("S33 prose, and letters of a language, stay readable")
    void s33_prose_staysReadable(String value) {
        assertThat(shown(value)).isEqualTo('"' + value + '"');
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
