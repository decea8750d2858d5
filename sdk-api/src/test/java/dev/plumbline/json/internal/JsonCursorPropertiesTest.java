package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonTreeArbitraries;
import dev.plumbline.json.ReferenceJsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** A cursor reads what a tree reads, whatever is left out. */
// Shrinking such trees can take hours; a failing sample is small enough to read.
@Domain(JsonTreeArbitraries.class)
@Domain(DomainContext.Global.class)
class JsonCursorPropertiesTest {

    @Property(shrinking = ShrinkingMode.OFF)
    void cursor_reads_what_the_tree_reads(@ForAll ReferenceJsonTree tree, @ForAll long seed) {
        Random random = new Random(seed);
        String text = tree.disguised(random);
        byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.UTF_8);
        try (JsonCursor cursor = JsonCursor.of(bytes, 2, bytes.length - 4)) {
            read(cursor, Json.parse(text), random);
            cursor.end();
        }
    }

    /** What is resumed says the same as what is read anew, and a change before the mark is always seen. */
    @Property(shrinking = ShrinkingMode.OFF)
    void marked_documents_are_read_like_any_other(
            @ForAll ReferenceJsonTree before,
            @ForAll ReferenceJsonTree after,
            @ForAll ReferenceJsonTree changed,
            @ForAll long seed) {
        Random random = new Random(seed);
        String beginning = "{\"before\":" + before.disguised(random) + ",\"marked\":";
        String other = "{\"before\":" + changed.disguised(random) + ",\"marked\":";
        JsonCursor first = over(beginning + "0}", JsonCursor.of(new byte[] {'1'}, 0, 1));
        assertThat(membersFrom(first)).isEqualTo(Json.parse(beginning + "0}"));
        String rest = after.disguised(random) + ",\"last\":[]}";

        JsonCursor alike = over(beginning + rest, first);
        boolean kept = beginning.getBytes(StandardCharsets.UTF_8).length <= 4 << 10;
        assertThat(alike.isPrefixReused()).isEqualTo(kept);
        Json whole = Json.parse(beginning + rest);
        assertThat(membersFrom(alike).with("before", whole.get("before"))).isEqualTo(whole);

        JsonCursor unlike = over(other + rest, alike);
        assertThat(unlike.isPrefixReused()).isEqualTo(kept && other.equals(beginning));
        assertThat(membersFrom(unlike).with("before", Json.parse(other + rest).get("before")))
                .isEqualTo(Json.parse(other + rest));
    }

    /** What was read before makes no difference: not to what is read, and not to what is refused. */
    @Property(shrinking = ShrinkingMode.OFF)
    void documents_in_a_row_are_read_like_any_other(
            @ForAll ReferenceJsonTree one, @ForAll ReferenceJsonTree other, @ForAll long seed) {
        Random random = new Random(seed);
        JsonCursor last = JsonCursor.of(new byte[] {'1'}, 0, 1);
        for (ReferenceJsonTree tree : List.of(one, one, other, one)) {
            byte[] bytes =
                    ("{\"a\":1,\"ab\":" + tree.disguised(random) + ",\"b\":[]}").getBytes(StandardCharsets.UTF_8);
            byte[] broken = bytes.clone();
            broken[random.nextInt(bytes.length)] = (byte) " \"\\:,ab{}".charAt(random.nextInt(9));
            for (byte[] document : List.of(bytes, broken, bytes)) {
                Object anew = outcome(() -> whole(JsonCursor.of(document, 0, document.length)));
                JsonCursor before = last;
                assertThat(outcome(() -> whole(before.nextDocument(document, 0, document.length))))
                        .isEqualTo(anew);
            }
            last = last.nextDocument(bytes, 0, bytes.length);
            assertThat(whole(last)).isEqualTo(Json.parse(bytes));
        }
    }

    /** Its members, those of objects in it member by member. */
    private static Json whole(JsonCursor cursor) {
        Json value = entered(cursor);
        cursor.end();
        return value;
    }

    private static Json entered(JsonCursor cursor) {
        if (cursor.kind() != Json.Kind.OBJECT) {
            return cursor.value();
        }
        Json members = Json.object();
        cursor.enter();
        while (cursor.next()) {
            members = members.with(cursor.name(), entered(cursor));
        }
        return members;
    }

    private static JsonCursor over(String text, JsonCursor last) {
        byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.UTF_8);
        return last.nextDocument(bytes, 2, bytes.length - 4);
    }

    private static Json membersFrom(JsonCursor cursor) {
        Json members = Json.object();
        if (cursor.isPrefixReused()) {
            members = members.with(cursor.name(), cursor.value());
        } else {
            cursor.enter();
        }
        while (cursor.next()) {
            if (cursor.name().equals("marked")) {
                cursor.markPrefix();
            }
            members = members.with(cursor.name(), cursor.value());
        }
        cursor.end();
        return members;
    }

    private static void read(JsonCursor cursor, Json expected, Random random) {
        assertThat(cursor.kind()).isEqualTo(expected.kind());
        switch (random.nextInt(6)) {
            case 0 -> {}
            case 1 -> assertThat(cursor.value().text()).isEqualTo(expected.text());
            default -> readParts(cursor, expected, random);
        }
    }

    private static void readParts(JsonCursor cursor, Json expected, Random random) {
        switch (expected.kind()) {
            case OBJECT -> readMembers(cursor, expected, random);
            case ARRAY -> readElements(cursor, expected, random);
            case STRING ->
                assertThat(cursor.text()).isEqualTo(cursor.textOr("")).isEqualTo(expected.asText());
            case NUMBER -> readNumber(cursor, expected);
            case BOOLEAN -> assertThat(cursor.asBoolean()).isEqualTo(expected.asBoolean());
            default -> {
                assertThat(cursor.isNull()).isTrue();
                assertThat(cursor.textOr("none")).isEqualTo("none");
            }
        }
    }

    private static void readMembers(JsonCursor cursor, Json expected, Random random) {
        cursor.enter();
        Iterator<Map.Entry<String, Json>> members = expected.fields().entrySet().iterator();
        while (cursor.next()) {
            Map.Entry<String, Json> member = members.next();
            assertThat(cursor.name()).isEqualTo(member.getKey());
            read(cursor, member.getValue(), random);
        }
        assertThat(members).isExhausted();
    }

    private static void readElements(JsonCursor cursor, Json expected, Random random) {
        cursor.enter();
        Iterator<Json> elements = expected.elements().iterator();
        while (cursor.next()) {
            read(cursor, elements.next(), random);
        }
        assertThat(elements).isExhausted();
    }

    private static void readNumber(JsonCursor cursor, Json expected) {
        assertThat(outcome(cursor::asLong)).isEqualTo(outcome(expected::asLong));
        assertThat(outcome(cursor::asDouble)).isEqualTo(outcome(expected::asDouble));
    }

    private static Object outcome(Supplier<Object> reading) {
        try {
            return reading.get();
        } catch (JsonException refused) {
            return refused.rule();
        }
    }
}
