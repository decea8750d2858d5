package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AiBodyTest {

    @Test
    @Tag("SH3")
    @Tag("SH96")
    @Tag("SH98")
    @Tag("SH101")
    @Tag("SH112")
    void builder_mayBeUsedAgainAndNeverReachesABuiltBody() {
        AiBody.Builder builder = AiBody.builder().addSystem("You draw.").addUser("A wall.");
        AiBody first = builder.build();
        AiBody second = builder.addUser("And a door.").build();
        assertThat(first.interactions()).hasSize(2);
        assertThat(second.interactions()).hasSize(3);
        assertThat(first.toBuilder().build()).isEqualTo(first);
    }

    @Test
    @Tag("SH3")
    @Tag("SH97")
    void values_handedOverAreCopied() {
        List<Part> parts = new ArrayList<>(List.of(Part.text("a")));
        Map<String, Json> facts = new LinkedHashMap<>(Map.of("units", Json.of("mm")));
        AiBody body = AiBody.builder()
                .add(new Interaction.User(parts))
                .add(new Interaction.Context(facts))
                .build();
        Fingerprint before = body.fingerprint();
        parts.clear();
        facts.clear();
        assertThat(body.toJson().text()).contains("mm", "\"a\"");
        assertThat(AiBody.from(body.toJson()).fingerprint()).isEqualTo(before);
    }

    @Test
    @Tag("SH100")
    void addContext_joinsFactsThatFollowEachOther() {
        AiBody body = AiBody.builder()
                .addContext("units", "mm")
                .addContext("scale", 50)
                .addUser("Draw.")
                .build();
        assertThat(body.interactions()).hasSize(2);
        assertThat(((Interaction.Context) body.interactions().get(0)).values()).containsOnlyKeys("units", "scale");
    }

    @Test
    @DisplayName("N11 an absent filter selects everything, an empty one nothing, and the fingerprint says which")
    void n11_absentFilter_isAFilterOfEverything() {
        AiBody absent = AiBody.of("A wall.");
        AiBody all = AiBody.builder()
                .addUser("A wall.")
                .contextFilter("*")
                .toolFilter("*")
                .build();
        AiBody none = AiBody.builder().addUser("A wall.").toolFilter("").build();
        assertThat(absent.toolFilter().matches("draw_wall")).isTrue();
        assertThat(absent.contextFilter().matches("units")).isTrue();
        assertThat(none.toolFilter().matches("draw_wall")).isFalse();
        assertThat(absent).isEqualTo(all);
        assertThat(absent.fingerprint()).isEqualTo(all.fingerprint()).isNotEqualTo(none.fingerprint());
        assertThat(AiBody.from(Json.parse("{\"interactions\":[{\"kind\":\"user\",\"text\":\"A wall.\"}]}")))
                .isEqualTo(all);
    }

    @Test
    @Tag("SH100")
    void toolCallWithoutResult_isRefusedByPosition() {
        AiBody.Builder builder = AiBody.builder()
                .addUser("A wall with a secret.")
                .addToolCall("c1", "draw", Json.of(Map.of()))
                .addUser("And?");
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before position 2 has no result", "addToolResult")
                .hasMessageNotContaining("secret");
    }

    @Test
    void toolResultWithoutCall_isRefusedByPosition() {
        AiBody.Builder builder = AiBody.builder().addUser("x").addToolResult("c9", ToolEnvelope.ok(1));
        assertThatThrownBy(builder::build).hasMessageContaining("tool result at position 1 answers no open call");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'interactions':[{'kind':'user'}]}               | /interactions/0/parts",
                "{'interactions':[{'kind':'robot','text':'s'}]}   | /interactions/0/kind",
                "{'interactions':[{'kind':'user','words':'s'}]}   | /interactions/0",
                "{'toolFilter':'*'}                               | /interactions"
            })
    void from_namesThePlaceOfWhatIsWrong(String text, String place) {
        assertThatThrownBy(() -> AiBody.from(Json.parse(text.replace('\'', '"'))))
                .isInstanceOfSatisfying(
                        JsonException.class, e -> assertThat(e.place()).isEqualTo(place));
    }

    @Test
    void toString_showsNoContent() {
        AiBody body = AiBody.builder()
                .addSystem("secret-1")
                .addContext("k", "secret-2")
                .addUser("secret-3")
                .addAssistant("secret-4")
                .addToolCall("c", "t", Json.of(Map.of("a", "secret-5")))
                .addToolResult("c", ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "secret-6"))
                .add(new Interaction.Summary("secret-7"))
                .build();
        assertThat(body.toString()).doesNotContain("secret");
        assertThat(body.interactions().toString()).doesNotContain("secret");
        assertThat(ToolEnvelope.ok(Map.of("a", "secret-8")).toString()).doesNotContain("secret");
        assertThat(ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "secret-9").toString())
                .doesNotContain("secret");
    }

    @Test
    @Tag("SH79")
    @Tag("SH81")
    @Tag("C65")
    void envelope_wrapsWhatIsNoObjectAndKeepsAToolsOwnWords() {
        assertThat(ToolEnvelope.ok(null).toJson().text()).isEqualTo("{\"ok\":true,\"result\":{}}");
        assertThat(ToolEnvelope.ok(List.of(1, 2)).toJson().text())
                .isEqualTo("{\"ok\":true,\"result\":{\"items\":[1,2]}}");
        assertThat(ToolEnvelope.ok("done").toJson().text()).isEqualTo("{\"ok\":true,\"result\":{\"value\":\"done\"}}");
        assertThat(ToolEnvelope.ok(Map.of("ok", false)).toJson().text())
                .isEqualTo("{\"ok\":true,\"result\":{\"ok\":false}}");
        assertThat(ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "no").toJson().text())
                .isEqualTo("{\"ok\":false,\"error\":{\"code\":\"DENIED\",\"message\":\"no\",\"retryable\":false,"
                        + "\"effect\":\"not_started\"}}");
        ToolEnvelope cut = ToolEnvelope.ok("x").withMeta("truncated", true);
        assertThat(ToolEnvelope.from(cut.toJson())).isEqualTo(cut);
    }

    @Test
    void envelope_knowsHowLongItIs() {
        ToolEnvelope done = ToolEnvelope.ok(Map.of("näme", List.of("wäll", 1)));
        assertThat(List.of(
                        ToolEnvelope.ok(null),
                        done,
                        done.withMeta("truncated", true),
                        ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "nö"),
                        ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "no").withMeta("why", "x")))
                .allSatisfy(envelope -> assertThat(envelope.utf8Length())
                        .isEqualTo(envelope.toJson().text().getBytes(StandardCharsets.UTF_8).length));
    }
}
