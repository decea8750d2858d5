package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.internal.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Laws of {@link Json} over arbitrary trees. */
// Shrinking such trees can take hours; a failing sample is small enough to read.
@Domain(JsonTreeArbitraries.class)
@Domain(DomainContext.Global.class)
class JsonPropertiesTest {

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void text_keeps_order_and_spelling(@ForAll ReferenceJsonTree tree) {
        assertThat(Json.parse(tree.text()).text()).isEqualTo(tree.text());
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void length_is_that_of_the_text(@ForAll ReferenceJsonTree tree, @ForAll String words) {
        assertThat(Json.parse(tree.text()).utf8Length()).isEqualTo(tree.text().getBytes(StandardCharsets.UTF_8).length);
        String whole = words.replaceAll("[\\ud800-\\udfff]", "\u00e9\ud83d\ude00");
        Json text = Json.of(List.of(whole, "x".repeat(70), whole));
        assertThat(text.utf8Length()).isEqualTo(text.text().getBytes(StandardCharsets.UTF_8).length);
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void string_and_bytes_are_read_alike(@ForAll ReferenceJsonTree tree) {
        assertThat(Json.parse(tree.text().getBytes(StandardCharsets.UTF_8)).text())
                .isEqualTo(tree.text());
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void canonical_form_is_what_the_slow_way_says(@ForAll ReferenceJsonTree tree) {
        assertThat(Json.parse(tree.text()).canonical()).isEqualTo(tree.canonical());
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void canonical_form_is_its_own(@ForAll ReferenceJsonTree tree) {
        String canonical = Json.parse(tree.text()).canonical();
        assertThat(Json.parse(canonical).text()).isEqualTo(canonical);
        assertThat(Json.parse(canonical).canonical()).isEqualTo(canonical);
        assertThat(Json.parse(tree.text()).canonicalBytes()).isEqualTo(canonical.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void disguise_makes_no_difference(@ForAll ReferenceJsonTree tree, @ForAll long seed) {
        Json plain = Json.parse(tree.text());
        Json disguised = Json.parse(tree.disguised(new Random(seed)));
        assertThat(disguised).isEqualTo(plain).hasSameHashCodeAs(plain);
        assertThat(plain).isEqualTo(disguised);
        assertThat(disguised.canonical()).isEqualTo(plain.canonical());
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void values_are_equal_exactly_when_their_canonical_forms_are(
            @ForAll ReferenceJsonTree one, @ForAll ReferenceJsonTree other) {
        assertThat(Json.parse(one.text()).equals(Json.parse(other.text())))
                .isEqualTo(one.canonical().equals(other.canonical()));
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void copy_through_java_collections_is_equal(@ForAll ReferenceJsonTree tree) {
        Json json = Json.parse(tree.text());
        assertThat(Json.of(plain(json)).text()).isEqualTo(json.text());
        assertThat(Json.of(plain(json))).isEqualTo(json);
    }

    private static Object plain(Json json) {
        return switch (json.kind()) {
            case OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                json.fields().forEach((name, value) -> members.put(name, plain(value)));
                yield members;
            }
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                json.elements().forEach(element -> elements.add(plain(element)));
                yield elements;
            }
            default -> json;
        };
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void members_are_found_by_name_and_by_pointer(@ForAll ReferenceJsonTree tree) {
        Json json = Json.parse(tree.text());
        if (json.kind() == Json.Kind.OBJECT) {
            json.fields().forEach((name, value) -> {
                assertThat(json.get(name)).isEqualTo(value);
                assertThat(json.fields().get(name)).isEqualTo(value);
                assertThat(json.fields()).containsKey(name);
                assertThat(json.at("/" + name.replace("~", "~0").replace("/", "~1")))
                        .isEqualTo(value);
                assertThat(json.without(name).get(name).exists()).isFalse();
                assertThat(json.without(name).with(name, value)).isEqualTo(json);
                assertThat(json.with(name, value).text()).isEqualTo(json.text());
            });
        }
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void writer_writes_what_it_is_given(@ForAll ReferenceJsonTree tree) {
        JsonWriter writer = new JsonWriter();
        write(tree, writer);
        assertThat(new String(writer.toBytes(), StandardCharsets.UTF_8)).isEqualTo(tree.text());
        byte[] whole = new JsonWriter().json(Json.parse(tree.text())).toBytes();
        assertThat(whole).isEqualTo(writer.toBytes());
    }

    private static void write(ReferenceJsonTree tree, JsonWriter to) {
        if (tree instanceof ReferenceJsonTree.Obj object) {
            to.object();
            object.members().forEach((name, value) -> write(value, to.name(name)));
            to.end();
        } else if (tree instanceof ReferenceJsonTree.Arr array) {
            to.array();
            array.elements().forEach(element -> write(element, to));
            to.end();
        } else if (tree instanceof ReferenceJsonTree.Str string) {
            to.value(string.value());
        } else {
            to.json(Json.parse(tree.text()));
        }
    }
}
