package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments of a tool call, in the form in which servers send them. */
class ToolArgumentsTest {

    private static void everywhere(String sent, Json expected) {
        for (ApiFormat format : ApiFormat.values()) {
            for (ToolCallResponses shape : ToolCallResponses.values()) {
                assertThat(shape.arguments(format, sent))
                        .as("%s %s", format, shape)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest(name = "W9 raw {0} is kept and is not an object")
    @Tag("W9")
    @ValueSource(strings = {"[{\"confirm\":false}]", "[]", "[1,2]", "7", "-1.5e3", "true", "false"})
    @DisplayName("W9 raw arguments that are no object are kept as they came")
    void rawArguments_thatAreNoObject_areKept(String raw) {
        everywhere(raw, Json.parse(raw));
    }

    @ParameterizedTest(name = "W9 text {0} is kept and is not an object")
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "\"[{\\\"confirm\\\":false}]\" # [{\"confirm\":false}]",
                "\"7\" # 7",
                "\"true\" # true",
                "\"\\\"all\\\"\" # \"all\"",
                "\"{'confirm': true}\" # \"{'confirm': true}\"",
                "\"{\\\"confirm\\\":\" # \"{\\\"confirm\\\":\"",
            })
    void text_thatIsNoObject_isKept(String sent, String kept) {
        everywhere(sent, Json.parse(kept));
    }

    @ParameterizedTest(name = "W9 {0} is an empty object")
    @ValueSource(strings = {"null", "\"\"", "\"  \"", "\"{}\"", "\"null\"", "{}"})
    void nothing_isAnEmptyObject(String sent) {
        everywhere(sent, Json.object());
    }

    @ParameterizedTest(name = "W9 {0} is that object")
    @ValueSource(strings = {"{\"confirm\":true}", "\"{\\\"confirm\\\":true}\""})
    void object_asItIsOrAsText_isThatObject(String sent) {
        everywhere(sent, Json.object().with("confirm", true));
    }
}
