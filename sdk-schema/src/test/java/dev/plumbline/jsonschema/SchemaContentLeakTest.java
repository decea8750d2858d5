package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.slf4j.LoggerFactory;

/** Tests that no message contains what came with the data. */
class SchemaContentLeakTest {
    private static final String CANARY = "CANARY";
    private static final SchemaDialect STRICT = new SchemaDialect("strict", true, true, Set.of());

    private final JsonSchemaService schemas = JsonSchemas.service();

    record Wall(String id, double length, Map<String, Integer> counts) {}

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH70")
    @Tag("F76")
    @Label("76 no finding holds a value, or a name that the schema does not have")
    void findings_holdNothingOfTheValue(@ForAll("schemas") Json schema, @ForAll("values") Json value) {
        assertThat(schemas.validate(schema, value).toString()).doesNotContain(CANARY);
        assertThat(schemas.validate(schema, schemas.unwrap(value, schema, STRICT))
                        .toString())
                .doesNotContain(CANARY);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Tag("F76")
    @Label("76 no fault of binding holds a value, or a name that the type does not have")
    void faultsOfBinding_holdNothingOfTheValue(@ForAll("values") Json value) {
        for (Class<?> type : Set.of(Wall.class, VariantSchemaTest.Opening.class, VariantSchemaTest.Niche.class)) {
            try {
                assertThat(value.as(type)).isNotNull();
            } catch (JsonException e) {
                assertThat(e.getMessage()).doesNotContain(CANARY);
                assertThat(e.getCause()).isNull();
            }
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH70")
    @Label("76 what is wrong with a schema is said without its values and texts")
    void findingsAboutSchemas_holdNoValues(@ForAll("schemas") Json schema, @ForAll("values") Json value) {
        for (String keyword :
                Set.of("enum", "const", "type", "pattern", "$ref", "minimum", "description", "format", "items")) {
            Json other = schema.with(keyword, value.kind() == Json.Kind.OBJECT ? Json.of(CANARY + "(") : value);
            try {
                schemas.validate(other, Json.of(CANARY));
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).doesNotContain(CANARY).hasSizeLessThan(1_000);
            }
        }
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    @Label("52 what libraries log, at any level, has nothing of a value that is checked")
    void w52_logs_holdNothingOfTheValue(
            @ForAll("schemas") Json schema,
            @ForAll("values") Json value,
            @ForAll("formats") Map.Entry<String, String> format,
            @ForAll @IntRange(max = 40) int at) {
        HeardLog.LINES.clear();
        LoggerFactory.getLogger("host").trace("listening");
        String valid = format.getValue();
        int place = Math.min(at, valid.length());
        Json formatted = Json.of(valid.substring(0, place) + CANARY + valid.substring(place));
        Json text = Json.object().with("type", "string");
        schemas.validate(schema, value);
        schemas.validate(text.with("format", format.getKey()), formatted);
        schemas.validate(text.with("pattern", "^(a|b)*$"), formatted);
        schemas.validate(Json.object().with("propertyNames", text.with("format", format.getKey())), value);
        assertThat(HeardLog.LINES)
                .anyMatch(line -> line.contains("listening"))
                .noneMatch(line -> line.contains(CANARY));
    }

    /** Returns formats with a value of each. */
    @Provide
    Arbitrary<Map.Entry<String, String>> formats() {
        return Arbitraries.of(
                Map.entry("date-time", "2026-11-30T03:30:40.123Z"),
                Map.entry("date", "2026-11-30"),
                Map.entry("time", "03:30:40+01:00"),
                Map.entry("duration", "P3DT4H5M"),
                Map.entry("email", "a@example.org"),
                Map.entry("idn-email", "a@example.org"),
                Map.entry("hostname", "example.org"),
                Map.entry("idn-hostname", "bücher.example"),
                Map.entry("ipv4", "192.0.2.1"),
                Map.entry("ipv6", "2001:db8::1"),
                Map.entry("uri", "https://example.org/a?b=%20"),
                Map.entry("uri-reference", "../a#b"),
                Map.entry("iri", "https://example.org/ä"),
                Map.entry("iri-reference", "/ä"),
                Map.entry("uuid", "00000000-0000-4000-8000-000000000000"),
                Map.entry("uri-template", "https://example.org/{a}"),
                Map.entry("json-pointer", "/a/b~0"),
                Map.entry("relative-json-pointer", "1/a"),
                Map.entry("regex", "a(b|c)[d]{2}"));
    }

    @Provide
    Arbitrary<Json> schemas() {
        return SchemaCase.shapes(2).map(SchemaCase::document);
    }

    @Provide
    Arbitrary<Json> values() {
        return AiArbitraries.json().map(SchemaContentLeakTest::marked);
    }

    /** The value with the mark in every text and every name. */
    private static Json marked(Json value) {
        return switch (value.kind()) {
            case STRING -> Json.of(CANARY + value.asText());
            case ARRAY ->
                Json.of(value.elements().stream()
                        .map(SchemaContentLeakTest::marked)
                        .toList());
            case OBJECT -> {
                Map<String, Json> members = new LinkedHashMap<>();
                value.fields().forEach((name, member) -> members.put(CANARY + name, marked(member)));
                yield Json.of(members);
            }
            default -> value;
        };
    }
}
