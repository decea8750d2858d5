package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaDialectAdapterTest {
    private static final SchemaDialect BOXED = new SchemaDialect("boxed", true, false, Set.of());
    private static final SchemaDialect STRICT = new SchemaDialect("strict", true, true, Set.of());
    private static final SchemaDialect POOR =
            new SchemaDialect("poor", false, false, Set.of("minimum", "pattern", "$schema", "additionalProperties"));

    private final JsonSchemaService schemas = JsonSchemas.service();

    record Leaf(String name, Optional<Double> size, Optional<Leaf> next, List<Leaf> more) {}

    @Test
    void plainDialect_leavesTheSchemaAlone() {
        Json schema = schemas.schemaOf(Leaf.class);
        assertThat(schemas.wrap(schema, SchemaDialect.PLAIN)).isSameAs(schema);
    }

    @Test
    void objectRoot_isNotBoxed() {
        Json schema = schemas.schemaOf(Leaf.class);
        assertThat(schemas.wrap(schema, BOXED)).isSameAs(schema);
    }

    @ParameterizedTest
    @Tag("SH8")
    @Tag("SH66")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}|{\"type\":\"array\",\"items\":{\"$ref\":\"#/properties/value\"}}|",
                "{\"enum\":[\"a\"]}|{\"enum\":[\"a\"]}|",
                "true|{}|",
                "false|{\"not\":{}}|",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{}}}|{\"$ref\":\"#/$defs/a\"}|{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{}}",
                "{\"anyOf\":[{\"$ref\":\"#/$defs/a\"},{\"$ref\":\"#/anyOf/0\"}],\"$defs\":{\"a\":{\"items\":{\"$ref\":\"#\"}}}}|{\"anyOf\":[{\"$ref\":\"#/$defs/shared1\"},{\"$ref\":\"#/$defs/shared1\"}]}|{\"a\":{\"items\":{\"$ref\":\"#/properties/value\"}},\"shared1\":{\"$ref\":\"#/$defs/a\"}}",
                "{\"const\":{\"$ref\":\"#\"}}|{\"const\":{\"$ref\":\"#\"}}|",
            })
    void otherRoots_areBoxed_withTheirReferencesInOrder(String schema, String inner, String shared) {
        Json wrapped = schemas.wrap(Json.parse(schema), BOXED);
        String rest = shared == null ? "" : ",\"$defs\":" + shared;
        assertThat(wrapped.text())
                .isEqualTo("{\"type\":\"object\",\"properties\":{\"value\":" + inner
                        + "},\"required\":[\"value\"],\"additionalProperties\":false" + rest + "}");
        assertThat(schemas.check(wrapped).isOk()).isTrue();
    }

    @Test
    void listOfRecords_validatesInItsBox() {
        Json schema = schemas.schemaOf(TypeRef.listOf(Leaf.class).type());
        Json wrapped = schemas.wrap(schema, STRICT);
        Json answer = Json.parse("{\"value\":[{\"name\":\"a\",\"size\":null,\"next\":null,\"more\":["
                + "{\"name\":\"b\",\"size\":1,\"next\":null,\"more\":[]}]}]}");
        assertThat(schemas.validate(wrapped, answer).findings()).isEmpty();
        Json unwrapped = schemas.unwrap(answer, schema, STRICT);
        assertThat(unwrapped.text()).isEqualTo("[{\"name\":\"a\",\"more\":[{\"name\":\"b\",\"size\":1,\"more\":[]}]}]");
        assertThat(schemas.validate(schema, unwrapped).findings()).isEmpty();
    }

    @Test
    void optionalMembers_becomeNullableAndRequired() {
        Json wrapped = schemas.wrap(
                Json.parse("{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"string\"},\"a\":{\"enum\":[1]},"
                        + "\"c\":{\"type\":[\"null\",\"string\"]},\"d\":{},\"e\":{\"type\":\"integer\"}},"
                        + "\"required\":[\"e\"]}"),
                STRICT);
        assertThat(wrapped.text())
                .isEqualTo("{\"type\":\"object\",\"properties\":{\"b\":{\"type\":[\"string\",\"null\"]},"
                        + "\"a\":{\"anyOf\":[{\"enum\":[1]},{\"type\":\"null\"}]},\"c\":{\"type\":[\"null\",\"string\"]},"
                        + "\"d\":{},\"e\":{\"type\":\"integer\"}},\"required\":[\"b\",\"a\",\"c\",\"d\",\"e\"]}");
    }

    @Test
    void nullsThatWereAllowed_stay() {
        Json schema = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"free\":{},\"maybe\":{\"type\":[\"string\",\"null\"]},"
                        + "\"must\":{\"type\":\"string\"},\"may\":{\"$ref\":\"#/$defs/text\"}},\"required\":[\"must\"],"
                        + "\"additionalProperties\":{\"properties\":{\"x\":{\"type\":\"integer\"}}},"
                        + "\"$defs\":{\"text\":{\"type\":\"string\"}}}");
        Json answer = Json.parse(
                "{\"free\":null,\"maybe\":null,\"must\":null,\"may\":null,\"other\":{\"x\":null,\"y\":null}}");
        assertThat(schemas.unwrap(answer, schema, STRICT).text())
                .isEqualTo("{\"free\":null,\"maybe\":null,\"must\":null,\"other\":{\"y\":null}}");
    }

    @Test
    void refusedKeywords_moveIntoTheDescription() {
        Json wrapped = schemas.wrap(
                Json.parse("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
                        + "\"properties\":{\"pattern\":{\"description\":\"A name.\",\"type\":\"string\",\"pattern\":\"^a\"},"
                        + "\"n\":{\"type\":\"number\",\"minimum\":0}},\"additionalProperties\":false}"),
                POOR);
        assertThat(wrapped.text())
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"pattern\":{\"description\":\"A name. (pattern: ^a)\","
                                + "\"type\":\"string\"},\"n\":{\"type\":\"number\",\"description\":\"(minimum: 0)\"}},"
                                + "\"description\":\"(additionalProperties: false)\"}");
    }

    @Test
    void answerWithoutItsBox_isLeftToValidation() {
        Json schema = Json.parse("{\"type\":\"array\"}");
        assertThat(schemas.unwrap(Json.parse("[1]"), schema, BOXED).text()).isEqualTo("[1]");
    }
}
