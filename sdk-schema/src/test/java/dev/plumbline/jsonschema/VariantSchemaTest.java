package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.ImageResult;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Sealed interfaces of records, from type to schema to answer and back. */
class VariantSchemaTest {
    private static final SchemaDialect STRICT = new SchemaDialect("strict", true, true, Set.of("oneOf"));

    private final JsonSchemaService schemas = JsonSchemas.service();

    sealed interface Opening {}

    record Door(double width, boolean left) implements Opening {}

    record Window(double width, Optional<Double> sill) implements Opening {}

    record Niche(Optional<String> sill, List<Opening> inside) implements Opening {}

    record Wall(String id, List<Opening> openings, Optional<Opening> first) {}

    sealed interface Told {}

    record Self(String kind) implements Told {}

    record Holder(List<Told> parts) {}

    @Example
    void schema_offersEachRecordUnderItsName() {
        assertThat(schemas.schemaOf(Door.class).text())
                .contains(
                        "\"properties\":{\"kind\":{\"type\":\"string\",\"enum\":[\"Door\"]},\"width\":{\"type\":\"number\"}")
                .contains("\"required\":[\"kind\",\"width\",\"left\"]")
                .contains("\"additionalProperties\":false")
                .doesNotContain("x-variant");
        Json any = schemas.schemaOf(Opening.class);
        assertThat(any.get("anyOf").elements()).hasSize(3);
        assertThat(schemas.check(any).findings()).isEmpty();
        assertThat(schemas.validate(any, Json.parse("{\"kind\":\"Door\",\"width\":1}"))
                        .isOk())
                .isFalse();
        assertThat(schemas.validate(any, Json.parse("{\"width\":1,\"left\":true}"))
                        .isOk())
                .isFalse();
    }

    @Example
    @Tag("SH65")
    void usualShapes_haveASchema() {
        assertThat(schemas.listOf(Door.class).get("items").get("properties").fields())
                .containsKeys("kind", "width", "left");
        assertThat(JsonSchemaService.oneOf(List.of("oak", "tile")).text())
                .isEqualTo("{\"type\":\"string\",\"enum\":[\"oak\",\"tile\"]}");
        assertThatIllegalArgumentException().isThrownBy(() -> JsonSchemaService.oneOf(List.of("oak", "oak")));
        ImageResult image = new ImageResult(URI.create("data:image/png;base64,AQ=="), "image/png", Optional.empty());
        Json json = Json.of(image);
        assertThat(schemas.validate(schemas.schemaOf(ImageResult.class), json).findings())
                .isEmpty();
        assertThat(json.as(ImageResult.class)).isEqualTo(image);
        assertThat(image).hasToString("ImageResult[image/png, 26 characters]");
    }

    @Example
    void parameterOfATool_mayBeAVariant() {
        Json input = schemas.schemaOf(List.of(new JsonSchemaService.Member("opening", Opening.class, "", true)));
        assertThat(schemas.check(input).findings()).isEmpty();
        Json door = Json.object().with("opening", new Door(1, true));
        assertThat(schemas.validate(input, door).findings()).isEmpty();
        assertThat(input.text()).doesNotContain("x-variant");
    }

    @Example
    void hierarchyWithOwnKindMember_isRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schemas.schemaOf(Holder.class))
                .withMessageContaining("Holder.parts[]")
                .withMessageContaining("kind");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("Type: what Json.of makes of a value fits the schema of its type, and as makes the value of it again")
    void values_fitTheirSchema_andComeBack(@ForAll("walls") Wall wall) {
        Json schema = schemas.schemaOf(Wall.class);
        Json json = Json.of(wall);
        assertThat(schemas.validate(schema, json).findings()).as(json.text()).isEmpty();
        assertThat(json.as(Wall.class)).isEqualTo(wall);
        TypeRef<List<Opening>> list = TypeRef.listOf(Opening.class);
        Json openings = Json.of(wall.openings());
        assertThat(schemas.validate(schemas.schemaOf(list.type()), openings).findings())
                .isEmpty();
        assertThat(openings.as(list)).isEqualTo(wall.openings());
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("Type: an answer to the wrapped schema of a type binds to the value that was meant")
    void strictAnswers_bindToWhatWasMeant(@ForAll("openings") Opening opening) {
        Json schema = schemas.schemaOf(Opening.class);
        Json answer = Json.object().with("value", strict(opening));
        assertThat(schemas.validate(schemas.wrap(schema, STRICT), answer).findings())
                .as(answer.text())
                .isEmpty();
        Json back = schemas.unwrap(answer, schema, STRICT);
        assertThat(schemas.validate(schema, back).findings()).as(back.text()).isEmpty();
        assertThat(back.as(Opening.class)).isEqualTo(opening);
    }

    private static Json strict(Opening opening) {
        Json json = Json.of(opening);
        if (opening instanceof Niche niche) {
            json = json.with(
                    "inside",
                    niche.inside().stream().map(VariantSchemaTest::strict).toList());
        }
        boolean may = !(opening instanceof Door) && !json.get("sill").exists();
        return may ? json.with("sill", null) : json;
    }

    @Provide
    Arbitrary<Wall> walls() {
        return Combinators.combine(
                        Arbitraries.strings().alpha().ofMaxLength(4),
                        openings().list().ofMaxSize(3),
                        openings().optional(0.5))
                .as(Wall::new);
    }

    @Provide
    Arbitrary<Opening> openings() {
        return openings(2);
    }

    private static Arbitrary<Opening> openings(int levels) {
        Arbitrary<Double> sizes = Arbitraries.doubles().between(0, 10).ofScale(2);
        Arbitrary<Opening> flat = Arbitraries.oneOf(List.of(
                Combinators.combine(sizes, Arbitraries.of(true, false)).as(Door::new),
                Combinators.combine(sizes, sizes.optional(0.5)).as(Window::new)));
        return levels == 0
                ? flat
                : Arbitraries.oneOf(List.of(
                        flat,
                        Combinators.combine(
                                        Arbitraries.of("oak", "").optional(0.5),
                                        openings(levels - 1).list().ofMaxSize(2))
                                .as(Niche::new)));
    }
}
