package dev.plumbline.integration.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.tool.internal.ContentScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** A client that checks results against the schema of their tool, as the official ones do, takes a result with hidden values. */
class HiddenResultsLawTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    @Property(tries = 300)
    @Label(
            "S21 a result with hidden values fits the schema that the client received, however narrow that of the tool is")
    void s21_hiddenResult_fitsItsSchema(@ForAll long seed) {
        Json result = numbers(new HiddenValues(seed).object(12));
        Json narrow = narrow(result);
        assertThat(schemas.fault(narrow, result)).as("%s", narrow).isEmpty();
        try (Redaction redaction =
                Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()))) {
            ClientRedaction client = ((ContentScanner) redaction.tools()).forClient("agent");
            ToolDefinition tool = new ToolDefinition(
                    "read", "Reads.", Json.parse("{\"type\":\"object\"}"), Optional.of(narrow), Set.of(), "");
            Json hidden = client.hidden(result, Cancellation.create());
            Json schema =
                    client.hidden(tool, Cancellation.create()).outputSchema().orElseThrow();
            assertThat(schemas.fault(schema, hidden))
                    .as("%s of %s", hidden, schema)
                    .isEmpty();
            assertThat(schemas.fault(schema, result)).isEmpty();
        }
    }

    /** Returns the value with numbers where a text has only digits. */
    private static Json numbers(Json value) {
        return switch (value.kind()) {
            case STRING -> value.asText().matches("[1-9][0-9]*") ? Json.parse(value.asText()) : value;
            case ARRAY ->
                Json.of(value.elements().stream()
                        .map(HiddenResultsLawTest::numbers)
                        .toList());
            case OBJECT -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                value.fields().forEach((name, its) -> fields.put(name, numbers(its)));
                yield Json.of(fields);
            }
            default -> value;
        };
    }

    /** Returns a schema that allows that value and no other. */
    private static Json narrow(Json value) {
        return switch (value.kind()) {
            case STRING -> {
                int length = value.asText().codePointCount(0, value.asText().length());
                Json exact = Json.object()
                        .with("type", "string")
                        .with("minLength", length)
                        .with("maxLength", length);
                yield length % 2 == 0 ? exact.with("enum", List.of(value)) : exact.with("const", value);
            }
            case NUMBER ->
                Json.object()
                        .with(
                                "oneOf",
                                List.of(
                                        Json.object()
                                                .with("type", "integer")
                                                .with("minimum", value)
                                                .with("maximum", value),
                                        Json.object().with("type", "boolean")));
            case ARRAY -> {
                List<Json> elements = new ArrayList<>();
                value.elements().forEach(each -> elements.add(narrow(each)));
                int count = elements.size();
                yield Json.object()
                        .with("type", "array")
                        .with("prefixItems", elements)
                        .with("items", false)
                        .with("minItems", count)
                        .with("maxItems", count);
            }
            case OBJECT -> {
                Map<String, Json> members = new LinkedHashMap<>();
                value.fields().forEach((name, its) -> members.put(name, narrow(its)));
                yield Json.object()
                        .with("type", "object")
                        .with("properties", Json.of(members))
                        .with("required", List.copyOf(members.keySet()))
                        .with("additionalProperties", false);
            }
            default -> Json.object().with("const", value);
        };
    }
}
