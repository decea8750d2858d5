package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.Validator.Strictness;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The programs of docs/schemas.md, compiled; a test sees to it that they are the same. */
final class SchemasExamples {

    private SchemasExamples() {}

    sealed interface Opening {}

    record Door(double width, boolean left) implements Opening {}

    record Window(double width, Optional<Double> sill) implements Opening {}

    static List<Opening> openings(AiRuntime ai) {
        return ai.send("Which openings does the north wall need?", TypeRef.listOf(Opening.class));
    }

    record Opened(double width) {
        Opened {
            if (width <= 0) {
                throw new JsonException("", "a width above 0 mm");
            }
        }
    }

    static AiBody materials(JsonSchemaService schemas) {
        Json material = JsonSchemaService.oneOf(List.of("oak", "tile", "stone"));
        Json answer = schemas.schemaOf(
                List.of(new JsonSchemaService.Member("door", Door.class, "the door that it is for", true)));
        return AiBody.builder()
                .addUser("Which material, and for which door?")
                .outputSchema(answer.with("properties", answer.get("properties").with("material", material)))
                .build();
    }

    static Json readSettings(String text, Consumer<String> warn) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            warn.accept(e.place() + ": " + e.rule()); // line 3, column 7: a value is expected
            return Json.object();
        }
    }

    static ValidationResult attach(JsonSchemaService schemas, Json shapeFromTheUser) {
        AiBody.Builder body = AiBody.builder().addUser("Which rooms are there?");
        ValidationResult found = schemas.attachIfValid(body, shapeFromTheUser);
        for (Finding finding : found.findings()) {
            System.out.println(finding.path() + ": " + finding.code()); // e.g. /properties/size/pattern: pattern
        }
        return found;
    }

    static AiRuntime checked(AiProvider provider, Json wall) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addCallValidator("shapes", Strictness.STRICT, JsonSchemas.outputSchemas(List.of(wall)))
                .addReturnValidator(
                        "paths",
                        Strictness.WARN,
                        (ret, call) -> JsonSchemas.filePath().validate(ret.text(), call))
                .strictness("content", Strictness.STRICT)
                .build();
    }

    static ConversationObserver preview(Consumer<Json> table) {
        return new ConversationObserver() {
            private final StringBuilder answer = new StringBuilder();

            @Override
            public void onEvent(SessionEvent event) {
                if (event instanceof SessionEvent.Text text) {
                    Json.parsePartial(answer.append(text.piece()).toString()).ifPresent(table);
                } else if (event instanceof SessionEvent.Reset || event instanceof SessionEvent.RoundStarted) {
                    answer.setLength(0);
                }
            }
        };
    }
}
