package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonExtractorTest {
    private static final Json POINT = Json.parse("{\"x\":1,\"y\":[2,{\"z\":\"}\"}]}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```json\n{\"x\":1,\"y\":[2,{\"z\":\"}\"}]}\n```",
                "```\n{\"x\":1,\"y\":[2,{\"z\":\"}\"}]}```",
                "Here you are: {\"x\":1,\"y\":[2,{\"z\":\"}\"}]}. Anything else?",
                "It's \"quoted\", see [1]: {\"x\":1,\"y\":[2,{\"z\":\"}\"}]}",
                "{a} {\"x\":1,\"y\":[2,{\"z\":\"}\"}]} }",
                "{ {\"x\":1,\"y\":[2,{\"z\":\"}\"}]}"
            })
    void one_object_in_other_text_is_found(String text) {
        assertThat(JsonExtractor.find(text)).contains(POINT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<think>Perhaps {\"x\":0}? No.</think>{\"x\":1,\"y\":[2,{\"z\":\"}\"}]}",
                "\n<think>\n[1] and {\"a\":2}\n</think>\n\n```json\n{\"x\":1,\"y\":[2,{\"z\":\"}\"}]}\n```",
                "so {\"x\":3}</think> {\"x\":1,\"y\":[2,{\"z\":\"}\"}]}"
            })
    @DisplayName("W18 thoughts in front of JSON are skipped, and a call that only the whole response has is read")
    void w18_thoughtsInFrontOfTheAnswer_areSkipped(String text) {
        assertThat(JsonExtractor.find(text)).contains(POINT);
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {129, 150, 192, 300})
    @DisplayName("S2 no part of a value that is too deep is taken for the value")
    void part_ofAValueThatIsTooDeep_isNotTaken(int levels) {
        String text = "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
        assertThat(JsonExtractor.find("Here: " + text)).isEmpty();
    }

    @Test
    void array_is_found_when_there_is_no_object() {
        assertThat(JsonExtractor.find("The list: [{\"a\":1},{\"b\":2}] - done"))
                .contains(Json.parse("[{\"a\":1},{\"b\":2}]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "42",
                "\"text\"",
                "{\"x\":1",
                "{'x':1}",
                "{\"x\":1} or {\"x\":2}",
                "[1] and [2]",
                "{\"x\":1,\"x\":2}",
                "]}{["
            })
    void nothing_is_taken_where_nothing_is_certain(String text) {
        assertThat(JsonExtractor.find(text)).isEmpty();
    }

    @Test
    void hostile_text_takes_no_long_time() {
        assertThat(JsonExtractor.find("{[".repeat(200_000))).isEmpty();
        assertThat(JsonExtractor.find("{}".repeat(200_000))).isEmpty();
    }

    @Property
    void no_text_makes_it_throw(@ForAll String text) {
        assertThat(JsonExtractor.find("{" + text + "}[" + text)).isNotNull();
    }
}
