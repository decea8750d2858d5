package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.Member;
import dev.plumbline.tool.Param;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaGenerationTest {
    private static final String INT = "{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}";

    private final JsonSchemaService schemas = JsonSchemas.service();

    record Door(@Param("from the left corner, mm") double at, double width) {}

    record Room(
            String name,
            @Param("mm") double width,
            @Param("mm") double depth,
            List<Door> doors) {}

    enum Floor {
        OAK,
        TILE {
            @Override
            public String toString() {
                return "a tile";
            }
        }
    }

    record Node(String label, List<Node> children, Optional<Node> next) {}

    record Many(
            int zebra,
            Integer boxed,
            Optional<Double> apple,
            OptionalInt mango,
            boolean flag,
            char letter,
            byte[] bytes,
            Instant when,
            Json anything,
            Set<Floor> floors,
            String[] names,
            Map<String, Door> byName,
            Map<Floor, List<Integer>> byFloor,
            Door first,
            Optional<Door> second) {}

    record Page<T>(List<T> items, T best) {}

    record Two(Door one, @Param("the other") Door other) {}

    @Test
    @Tag("SH76")
    void record_becomesStrictObjectInDeclaredOrder() {
        assertThat(schemas.schemaOf(Room.class).text()).isEqualTo("""
                {"type":"object","properties":{"name":{"type":"string"},"width":{"type":"number","description":"mm"},\
                "depth":{"type":"number","description":"mm"},"doors":{"type":"array","items":{"type":"object",\
                "properties":{"at":{"type":"number","description":"from the left corner, mm"},"width":{"type":"number"}},\
                "required":["at","width"],"additionalProperties":false}}},"required":["name","width","depth","doors"],\
                "additionalProperties":false}""");
    }

    @Test
    void roots_ofAllShapes_areDescribed() {
        assertThat(schemas.schemaOf(Floor.class).text()).isEqualTo("{\"type\":\"string\",\"enum\":[\"OAK\",\"TILE\"]}");
        assertThat(schemas.schemaOf(double.class).text()).isEqualTo("{\"type\":\"number\"}");
        assertThat(schemas.schemaOf(TypeRef.listOf(Floor.class).type()).text())
                .isEqualTo("{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"OAK\",\"TILE\"]}}");
        assertThat(schemas.schemaOf(new TypeRef<Map<String, Integer>>() {}.type())
                        .text())
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":" + INT + "}");
    }

    @Test
    void components_ofAllKinds_areDescribed() {
        Json schema = schemas.schemaOf(Many.class);
        assertThat(schema.get("properties").fields().keySet())
                .containsExactly(
                        "zebra",
                        "boxed",
                        "apple",
                        "mango",
                        "flag",
                        "letter",
                        "bytes",
                        "when",
                        "anything",
                        "floors",
                        "names",
                        "byName",
                        "byFloor",
                        "first",
                        "second");
        assertThat(schema.get("required").elements().stream().map(Json::asText))
                .contains("zebra", "boxed", "byFloor", "first")
                .doesNotContain("apple", "mango", "second");
        assertThat(schema.at("/properties/apple").text()).isEqualTo("{\"type\":\"number\"}");
        assertThat(schema.at("/properties/mango").text()).isEqualTo(INT);
        assertThat(schema.at("/properties/bytes").text())
                .isEqualTo("{\"type\":\"string\",\"contentEncoding\":\"base64\"}");
        assertThat(schema.at("/properties/when").text()).isEqualTo("{\"type\":\"string\",\"format\":\"date-time\"}");
        assertThat(schema.at("/properties/anything").text()).isEqualTo("{}");
        assertThat(schema.at("/properties/names").text())
                .isEqualTo("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
        assertThat(schema.at("/properties/byFloor").text())
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"items\":" + INT
                        + "},\"propertyNames\":{\"enum\":[\"OAK\",\"TILE\"]}}");
        assertThat(schema.at("/properties/first/$ref").asText()).isEqualTo("#/$defs/Door");
        assertThat(schemas.check(schema).findings()).isEmpty();
    }

    @Test
    void recursion_refersToItself() {
        Json schema = schemas.schemaOf(Node.class);
        assertThat(schema.at("/properties/children/items/$ref").asText()).isEqualTo("#");
        assertThat(schema.at("/properties/next/$ref").asText()).isEqualTo("#");
        assertThat(schemas.validate(
                                schema, Json.parse("{\"label\":\"a\",\"children\":[{\"label\":1,\"children\":[]}]}"))
                        .findings())
                .extracting("path", "code")
                .containsExactly(org.assertj.core.groups.Tuple.tuple("/children/0/label", "type"));
    }

    @Test
    void generics_areResolved() {
        Json schema = schemas.schemaOf(new TypeRef<Page<Door>>() {}.type());
        assertThat(schema.text()).contains("\"at\"").contains("from the left corner");
        assertThat(schemas.schemaOf(new TypeRef<Page<Floor>>() {}.type()).text())
                .contains("OAK");
    }

    @Test
    void twoComponentsOfOneRecord_shareADefinition() {
        Json schema = schemas.schemaOf(Two.class);
        assertThat(schema.at("/properties/other/description").asText()).isEqualTo("the other");
        assertThat(schema.at("/properties/other/$ref").asText()).isEqualTo("#/$defs/Door");
        assertThat(schema.at("/$defs/Door/required").elements()).hasSize(2);
    }

    @Test
    void members_shareTheirDefinitions() {
        Json schema = schemas.schemaOf(List.of(
                new Member("z", Door.class, "the first", true),
                new Member("a", TypeRef.listOf(Door.class).type(), "", false),
                new Member("n", int.class, "how many", true)));
        assertThat(schema.text()).isEqualTo("""
                {"type":"object","properties":{"z":{"$ref":"#/$defs/Door","description":"the first"},\
                "a":{"type":"array","items":{"$ref":"#/$defs/Door"}},"n":{"type":"integer",\
                "minimum":-2147483648,"maximum":2147483647,"description":"how many"}},\
                "required":["z","n"],"additionalProperties":false,"$defs":{"Door":{"type":"object","properties":{\
                "at":{"type":"number","description":"from the left corner, mm"},"width":{"type":"number"}},\
                "required":["at","width"],"additionalProperties":false}}}""");
    }

    @Test
    void noMembers_isAnEmptyStrictObject() {
        assertThat(schemas.schemaOf(List.of()).text())
                .isEqualTo("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
    }

    @Test
    void recursiveMember_keepsItsReferences() {
        Json schema = schemas.schemaOf(List.of(new Member("tree", Node.class, "", true)));
        assertThat(schemas.check(schema).isOk()).isTrue();
        assertThat(schemas.validate(schema, Json.parse("{\"tree\":{\"label\":\"a\",\"children\":[{}]}}"))
                        .findings())
                .isNotEmpty();
    }

    interface Shape {}

    record Odd(List<Object> things) {}

    record Odder(Map<String, List<Shape>> shapes) {}

    record Oddest(Optional<Runnable> action) {}

    record Renamed(@Param(name = "breadth") double width) {}

    record Keyed(Map<Integer, String> byNumber) {}

    record Raw(@SuppressWarnings("rawtypes") List things) {}

    record Inner(List<Optional<String>> maybe) {}

    @Test
    void typesWithoutSchema_areRefusedByComponent() {
        refused(Odd.class, "Odd.things is a List of anything");
        refused(Odder.class, "Odder.shapes{}[] is the interface");
        refused(Oddest.class, "Oddest.action is the interface java.lang.Runnable");
        refused(Renamed.class, "Renamed.width has another name");
        refused(Keyed.class, "Keyed.byNumber has keys");
        refused(Raw.class, "Raw.things is a List of anything");
        refused(Inner.class, "Inner.maybe[] is an Optional");
        refused(Object.class, "Object is an Object");
        refused(StringBuilder.class, "StringBuilder is the class");
        refused(((Runnable) () -> {}).getClass(), "is the class");
    }

    record Drawn(Path file, URI place) {}

    record Opened(File file) {}

    record Fetched(List<URL> from) {}

    record Dated(Optional<Date> since) {}

    @Test
    @DisplayName("N30 a path is refused with what to write in its place")
    void n30_typesWithAnotherForm_areNamedWithIt() {
        refused(
                Drawn.class,
                "Drawn.file is the type java.nio.file.Path: use String, and open the file with ToolContext");
        refused(Opened.class, "Opened.file is the type java.io.File: use String");
        refused(Fetched.class, "Fetched.from[] is the type java.net.URL: use java.net.URI");
        refused(Dated.class, "Dated.since is the type java.util.Date: use java.time.Instant");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schemas.schemaOf(List.of(new Member("path", Path.class, "", true))))
                .withMessageStartingWith("path is the type java.nio.file.Path: use String");
    }

    record Written(URI place, UUID id, Instant at, Floor floor, Optional<URI> next) {}

    @Test
    void n30_textsOfTheJdk_areStrings() {
        Json properties = schemas.schemaOf(Written.class).get("properties");
        for (String name : List.of("place", "id", "at", "floor", "next")) {
            assertThat(properties.get(name).get("type")).isEqualTo(Json.of("string"));
        }
    }

    record Box<T>(T content) {}

    @Test
    @DisplayName("N11 a generic type without its arguments is named, with what to write")
    void n11_rawType_isNamed() {
        refused(
                List.class,
                "List is a List of anything: write List<E> with types instead of the letters, Json for any value; for a whole"
                        + " answer new TypeRef<List<E>>() {} instead of List.class, or TypeRef.listOf(E.class)");
        refused(Map.class, "Map is a Map of anything: write Map<K, V> with types");
        refused(Box.class, "Box is a Box of anything: write Box<T>");
    }

    private void refused(Class<?> type, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schemas.schemaOf(type))
                .withMessageContaining(message);
    }

    @Test
    void memberWithoutSchema_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schemas.schemaOf(List.of(new Member("what", Object.class, "", true))))
                .withMessageContaining("what is an Object");
    }

    @ParameterizedTest
    @ValueSource(classes = {Room.class, Floor.class, Many.class, Node.class, int.class, String.class})
    void sameType_isMadeOnce(Class<?> type) {
        assertThat(schemas.schemaOf(type)).isSameAs(schemas.schemaOf(type));
    }

    @Test
    void sameGenericType_isMadeOnce() {
        assertThat(schemas.schemaOf(TypeRef.listOf(Room.class).type()))
                .isSameAs(schemas.schemaOf(TypeRef.listOf(Room.class).type()))
                .isNotEqualTo(schemas.schemaOf(TypeRef.listOf(Door.class).type()));
    }

    /** A scalar is written without the library; it says the same as the library would. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                int.class,
                long.class,
                short.class,
                byte.class,
                Integer.class,
                Long.class,
                Short.class,
                Byte.class,
                BigInteger.class,
                OptionalInt.class,
                OptionalLong.class,
                double.class,
                float.class,
                Double.class,
                Float.class,
                BigDecimal.class,
                OptionalDouble.class,
                boolean.class,
                Boolean.class,
                String.class,
                LocalDateTime.class,
                LocalTime.class,
                Duration.class,
                Period.class,
                char.class,
                Character.class,
                Instant.class,
                OffsetDateTime.class,
                ZonedDateTime.class,
                LocalDate.class,
                UUID.class,
                URI.class,
                byte[].class,
                Json.class
            })
    void scalar_ofATool_isWhatTheLibraryWouldSay(Class<?> type) {
        List<Member> members =
                List.of(new Member("first", type, "what it is, in mm", true), new Member("second", type, "", false));
        assertThat(schemas.schemaOf(members)).isEqualTo(TypeSchemas.written(members));
        if (!ScalarSchemas.optional(type)) {
            assertThat(schemas.schemaOf(type)).isEqualTo(TypeSchemaWriter.schema(type));
        }
    }
}
