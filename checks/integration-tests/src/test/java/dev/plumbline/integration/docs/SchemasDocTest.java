package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.integration.docs.SchemasExamples.Door;
import dev.plumbline.integration.docs.SchemasExamples.Opened;
import dev.plumbline.integration.docs.SchemasExamples.Opening;
import dev.plumbline.integration.docs.SchemasExamples.Window;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SchemasDocTest {
    private static final String ANSWER =
            "[{\"kind\":\"Door\",\"width\":0.9,\"left\":true},{\"kind\":\"Window\",\"width\":2}]";

    @Test
    @Tag("SH72")
    void openings_areAskedForAndBoundAsOneType() {
        ScriptedProvider model =
                ScriptedProvider.create().says("[{\"width\":1}]").says(ANSWER);
        try (AiRuntime ai = AiRuntime.of(model)) {
            assertThat(SchemasExamples.openings(ai))
                    .containsExactly(new Door(0.9, true), new Window(2, Optional.empty()));
            assertThat(model.calls().get(0).outputSchema())
                    .contains(
                            ai.schemas().schemaOf(TypeRef.listOf(Opening.class).type()));
        }
        model.expectPlayed();
    }

    @Test
    void constructor_saysWhatItRefuses() {
        ScriptedProvider model =
                ScriptedProvider.create().says("{\"width\":-1}").says("{\"width\":1}");
        try (AiRuntime ai = AiRuntime.of(model)) {
            assertThat(ai.send("How wide is it?", Opened.class)).isEqualTo(new Opened(1));
        }
        List<Interaction> sent = model.calls().get(1).effective();
        assertThat(sent.get(sent.size() - 1).text()).contains("binding (allowed: a width above 0 mm)");
    }

    @Test
    void shapeOfTheUser_isAttachedOnlyWhenSound() {
        assertThat(SchemasExamples.attach(JsonSchemas.service(), Json.parse("{\"type\":\"array\"}"))
                        .isOk())
                .isTrue();
        assertThat(SchemasExamples.attach(
                                JsonSchemas.service(),
                                Json.parse("{\"properties\":{\"size\":{\"pattern\":\"(?=a)\"}}}"))
                        .findings())
                .extracting("path", "code")
                .containsExactly(org.assertj.core.api.Assertions.tuple("/properties/size/pattern", "pattern"));
    }

    @Test
    @Tag("SH146")
    void checks_areAsStrictAsSet() {
        Json listed = Json.parse("{\"type\":\"string\"}");
        AiProvider model = ScriptedProvider.create().says("../../secret").says("");
        try (AiRuntime ai = SchemasExamples.checked(model, listed)) {
            AiBody other = AiBody.builder()
                    .addUser("a")
                    .outputSchema(Json.parse("{\"type\":\"number\"}"))
                    .build();
            assertThat(ai.send(other).error().orElseThrow().message()).contains("/outputSchema, schema-unlisted");
            assertThat(ai.send("Which file?").trace().note("answers")).isEqualTo("0 errors, 1 warnings");
            assertThat(ai.send("And now?").error().orElseThrow().category())
                    .isEqualTo(AiError.Category.INVALID_RESPONSE);
        }
    }

    @Test
    @Tag("SH74")
    void preview_growsWithTheAnswer() {
        List<Json> shown = new CopyOnWriteArrayList<>();
        ScriptedProvider model =
                ScriptedProvider.create().says("[{\"kind\":\"Do", "or\",\"width\":0.9", ",\"left\":true}]");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addView(SchemasExamples.preview(shown::add))
                .build()) {
            ai.session(
                            AiBody.builder().build(),
                            SessionOptions.builder().reveal(Reveal.LIVE).build())
                    .send("Which openings?");
        }
        // Pieces that lie next to each other may reach a view as one, so how often it grows is not fixed.
        assertThat(shown).isNotEmpty().allMatch(part -> part.text().startsWith("[{\"kind\":\"Do"));
        assertThat(shown.get(shown.size() - 1).text()).isEqualTo("[{\"kind\":\"Door\",\"width\":0.9,\"left\":true}]");
    }

    @Test
    void partsOfASchema_areWrittenByHand() {
        AiBody body = SchemasExamples.materials(JsonSchemas.service());
        Json schema = body.outputSchema().orElseThrow();
        assertThat(schema.at("/properties/material/enum/1").asText()).isEqualTo("tile");
        assertThat(schema.at("/properties/door/type").asText()).isEqualTo("object");
    }

    @Test
    void settings_sayWhereTheyAreWrong() {
        List<String> warnings = new ArrayList<>();
        assertThat(SchemasExamples.readSettings("{\"a\": }", warnings::add)).isEqualTo(Json.object());
        assertThat(warnings).hasSize(1).first().asString().startsWith("line 1, column 7: ");
    }
}
