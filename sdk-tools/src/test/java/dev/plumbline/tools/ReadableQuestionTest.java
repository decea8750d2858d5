package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person reads of a call: a sentence, rows in the words of the parameters, and the exact values on request. */
class ReadableQuestionTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();

    @AfterEach
    void close() {
        bench.close();
    }

    private static Question asked(AiTool tool, Object arguments) {
        List<Question> asked = new ArrayList<>();
        try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
            bench.with(tool)
                    .with(b -> b.approvals(ApprovalRules.builder().build()).questionHandler(question -> {
                        asked.add(question);
                        question.answer(question.fallback());
                    }))
                    .run(tool.name(), arguments);
        }
        return asked.get(0);
    }

    private static List<String> rows(List<Part> parts) {
        return parts.stream()
                .filter(part -> !part.heading().isEmpty())
                .map(part -> part.heading() + ": " + part.text())
                .toList();
    }

    private static AiTool described(String name, ContentOrigin origin) {
        Json schema = Json.parse("""
                {"type":"object","properties":{
                  "dx":{"type":"number","description":"cm to the right"},
                  "catalogId":{"type":"string","title":"Piece"},
                  "points":{"type":"array"}},"required":[]}""");
        AiTool tool = AiTool.of(name, "a tool", schema, (in, ctx) -> 1);
        return origin == ContentOrigin.TOOL ? tool : tool.withOrigin(origin);
    }

    @Test
    @Tag("N40")
    @DisplayName("N40 a call without a sentence of its tool has one of its name and its parameters")
    void n40_sentence_isMadeOfNameAndParameters() {
        assertThat(asked(tool("delete_walls", (in, ctx) -> 1), Map.of("walls", List.of("a", "b", "c")))
                        .title())
                .isEqualTo("Delete 3 walls?");
        assertThat(asked(tool("deleteWalls", (in, ctx) -> 1), Map.of("wallIds", List.of("a", "b")))
                        .title())
                .isEqualTo("Delete 2 walls?");
        assertThat(asked(tool("delete", (in, ctx) -> 1), Map.of("ids", List.of("a", "b")))
                        .title())
                .isEqualTo("Delete: 2 ids?");
        assertThat(asked(tool("open-plan", (in, ctx) -> 1), Map.of("name", "kitchen"))
                        .title())
                .isEqualTo("Open plan: kitchen?");
        assertThat(asked(tool("open_plan", (in, ctx) -> 1), Map.of("name", "/etc/x", "page", 2))
                        .title())
                .isEqualTo("Open plan?");
    }

    @Test
    @Tag("N40")
    @DisplayName("N40 the rows have the words and units of the parameters; the exact values are the details")
    void n40_rows_haveTheWordsOfTheParameters() {
        Question question = asked(
                described("place", ContentOrigin.TOOL),
                Json.parse(
                        "{\"dx\":12.5,\"catalogId\":\"Bed\",\"points\":[[0,0],[5,0]],\"deep\":{\"a\":[{\"b\":\"1\"}]}}"));
        assertThat(rows(question.parts()))
                .containsExactly(
                        "dx (cm to the right): 12.5",
                        "Piece: Bed",
                        "points, 2 values: (0, 0), (5, 0)",
                        "deep, a 1, b: \"1\"");
        assertThat(rows(question.details()))
                .containsExactly(
                        "Tool: place",
                        "dx (number): 12.5",
                        "catalogId (string, 3 characters): \"Bed\"",
                        "points[0] (array, 2 elements): [0,0]",
                        "points[1] (array, 2 elements): [5,0]",
                        "deep.a[0].b (string, 1 character): \"1\"");
        assertThat(question.isWhole()).as("details need not be opened").isTrue();
    }

    @Test
    @Tag("N40")
    @Tag("S28")
    @DisplayName("S28 the words with which a server describes its parameters are no words of the program")
    void s28_wordsOfAServer_areNotHeadings() {
        Question question = asked(described("place", ContentOrigin.MCP), Json.parse("{\"dx\":1,\"a: yes\":2}"));
        assertThat(rows(question.parts())).containsExactly("dx: 1", "\"a: yes\": 2");
    }

    @Test
    @Tag("N40")
    @DisplayName(
            "N40 ids that nobody reads are details where the tool names what they stand for, and rows where it does not")
    void n40_ids_areDetails_whereTheToolNamesThem() {
        String id = "wall-" + UUID.nameUUIDFromBytes(new byte[] {1});
        Map<String, List<String>> arguments = Map.of("ids", List.of(id, id));
        AiTool bare = tool("delete", (in, ctx) -> 1);
        assertThat(rows(asked(bare, arguments).parts())).containsExactly("ids, 2 values: " + id + ", " + id);
        Question named = asked(bare.withPreview(in -> "Delete the north wall and the south wall"), arguments);
        assertThat(rows(named.parts())).containsExactly("The tool says: Delete the north wall and the south wall");
        assertThat(rows(named.details())).contains("ids[0] (string, 41 characters): \"" + id + "\"");
        assertThat(rows(asked(
                                bare.withPreview(in -> {
                                    throw new IllegalStateException("gone");
                                }),
                                arguments)
                        .parts()))
                .containsExactly("ids, 2 values: " + id + ", " + id);
    }

    @Provide
    Arbitrary<Json> flat() {
        Arbitrary<Json> values = Arbitraries.oneOf(
                Arbitraries.of(
                                "yes", "no", "nothing", "1", "true", "a, b", "(a)", "x: y", " a", "a ", "", "w1",
                                "A\u0430")
                        .map(Json::of),
                Arbitraries.strings().ofMaxLength(12).map(Json::of),
                Arbitraries.integers().between(-3, 3).map(Json::of),
                Arbitraries.of(true, false).map(Json::of),
                Arbitraries.just(Json.parse("null")));
        Arbitrary<Json> lists = values.list().ofMaxSize(3).map(Json::of);
        return Arbitraries.maps(Arbitraries.of("a", "b", "c d", "c_d"), Arbitraries.oneOf(values, lists))
                .ofMaxSize(3)
                .map(Json::of);
    }

    @Property(tries = 2_000)
    @net.jqwik.api.Tag("N40")
    @Label("N40 calls whose values differ have rows that differ, and no row of a value has two lines")
    void n40_rows_tellValuesApart(@ForAll("flat") Json one, @ForAll("flat") Json other) {
        AiTool tool = tool("t", (in, ctx) -> 1);
        List<String> first = valueRows(tool, one);
        if (one.fields().keySet().equals(other.fields().keySet())
                && List.copyOf(one.fields().keySet())
                        .equals(List.copyOf(other.fields().keySet()))) {
            assertThat(first.equals(valueRows(tool, other))).isEqualTo(one.equals(other));
        }
        assertThat(first)
                .noneMatch(row -> row.indexOf('\n') >= 0)
                .hasSameSizeAs(one.fields().keySet());
    }

    private static List<String> valueRows(AiTool tool, Json arguments) {
        return rows(ValueRows.of(tool.definition(new FakeSchemaService(), ""), arguments, false, Words.english()));
    }
}
