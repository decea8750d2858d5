package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading wire bytes by hand. */
class JsonCursorTest {

    private static JsonCursor over(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return JsonCursor.of(bytes, 0, bytes.length);
    }

    @Test
    void chat_chunk_is_read_as_a_provider_reads_it() {
        String chunk = """
            {"id":"c1","created":1.7e9,"extra":{"deep":[[{}]]},"choices":[
              {"index":0,"delta":{"content":"Hé\\nllo","refusal":null},"done":false},
              {"index":1}],"usage":null}
            """;
        List<String> seen = new ArrayList<>();
        try (JsonCursor cursor = over(chunk)) {
            cursor.enter();
            while (cursor.next()) {
                switch (cursor.name()) {
                    case "id" -> seen.add(cursor.text());
                    case "created" -> seen.add("" + cursor.asLong());
                    case "choices" -> readChoices(cursor, seen);
                    case "usage" -> seen.add("usage " + cursor.isNull());
                    default -> {}
                }
            }
            cursor.end();
        }
        assertThat(seen).containsExactly("c1", "1700000000", "0", "Hé\nllo", "-", "1", "usage true");
    }

    private static void readChoices(JsonCursor cursor, List<String> seen) {
        cursor.enter();
        while (cursor.next()) {
            cursor.enter();
            while (cursor.next()) {
                if (cursor.name().equals("index")) {
                    seen.add("" + cursor.asLong());
                } else if (cursor.kind() == Json.Kind.OBJECT) {
                    readDelta(cursor, seen);
                }
            }
        }
    }

    private static void readDelta(JsonCursor cursor, List<String> seen) {
        cursor.enter();
        while (cursor.next()) {
            seen.add(cursor.textOr("-"));
        }
    }

    @Test
    void end_reads_over_what_is_left_wherever_it_stands() {
        try (JsonCursor cursor = over("{\"a\":[1,{\"b\":[2,3]}],\"c\":4}  ")) {
            cursor.enter();
            cursor.next();
            cursor.enter();
            cursor.next();
            cursor.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1} x", "{\"a\":1}{}", "[1] ]", "[1", "[1,{\"a\":tru}]", "{\"a\":[1,2}"})
    void broken_rest_is_found_by_end(String text) {
        try (JsonCursor cursor = over(text)) {
            assertThatThrownBy(cursor::end).isInstanceOf(JsonException.class);
        }
    }

    @Test
    void value_keeps_order_and_spelling_and_is_strict() {
        try (JsonCursor cursor = over("[{\"b\":1.50,\"a\":1E2},{\"x\":1,\"x\":2}]")) {
            cursor.enter();
            cursor.next();
            assertThat(cursor.value().text()).isEqualTo("{\"b\":1.50,\"a\":1E2}");
            assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(cursor::enter).isInstanceOf(IllegalStateException.class);
            cursor.next();
            assertThatThrownBy(cursor::value).isInstanceOfSatisfying(JsonException.class, e -> {
                assertThat(e.place()).isEqualTo("line 1, column 28");
                assertThat(e.rule()).contains("twice");
            });
        }
    }

    @Test
    void name_stays_after_value() {
        try (JsonCursor cursor = over("{\"a\":{\"b\":1},\"c\":[]}")) {
            cursor.enter();
            cursor.next();
            cursor.value();
            assertThat(cursor.name()).isEqualTo("a");
            cursor.next();
            assertThat(cursor.name()).isEqualTo("c");
        }
    }

    @Test
    void misfit_reports_line_and_column() {
        try (JsonCursor cursor = over("{\n  \"é\": \"secret\"}")) {
            cursor.enter();
            cursor.next();
            assertThatThrownBy(cursor::asLong).hasMessage("line 2, column 8: expected a number, but found a string");
            assertThatThrownBy(cursor::enter).isInstanceOf(JsonException.class);
            assertThatThrownBy(cursor::asBoolean).isInstanceOf(JsonException.class);
            assertThat(cursor.text()).isEqualTo("secret");
        }
    }

    @Test
    void half_a_surrogate_pair_passes_as_text_only() {
        try (JsonCursor cursor = over("[\"\\ud83d\"]")) {
            cursor.enter();
            cursor.next();
            assertThat(cursor.text()).isEqualTo("\ud83d");
            assertThatThrownBy(cursor::value).isInstanceOf(JsonException.class);
        }
    }

    @Test
    void wrong_use_is_reported() {
        try (JsonCursor cursor = over("[[1],2]")) {
            assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(cursor::name).isInstanceOf(IllegalStateException.class);
            cursor.enter();
            assertThatThrownBy(cursor::kind).isInstanceOf(IllegalStateException.class);
            cursor.next();
            assertThatThrownBy(cursor::name).isInstanceOf(IllegalStateException.class);
            cursor.enter();
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isFalse();
            assertThatThrownBy(cursor::text).isInstanceOf(IllegalStateException.class);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.asLong()).isEqualTo(2);
            assertThat(cursor.next()).isFalse();
            assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
            cursor.end();
        }
    }

    @Test
    void bounds_of_the_array_are_checked() {
        assertThatThrownBy(() -> JsonCursor.of(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "]", "\ufeff1"})
    void document_without_a_value_is_refused(String text) {
        assertThatThrownBy(() -> over(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void close_may_be_called_again() {
        JsonCursor cursor = over("1");
        cursor.close();
        cursor.close();
        assertThatThrownBy(cursor::end).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void fault_after_a_mark_is_reported_at_its_position_in_the_whole_document() {
        byte[] good = "{\"a\":1,\n \"b\":[2]}".getBytes(StandardCharsets.UTF_8);
        byte[] broken = "{\"a\":1,\n \"b\":[2}".getBytes(StandardCharsets.UTF_8);
        JsonCursor first = JsonCursor.of(good, 0, good.length);
        first.enter();
        first.next();
        first.next();
        first.markPrefix();
        JsonCursor second = first.nextDocument(broken, 0, broken.length);
        assertThat(second.isPrefixReused()).isTrue();
        assertThat(second.name()).isEqualTo("b");
        assertThatThrownBy(second::end).hasMessageStartingWith(faultOfCursor(broken) + ": ");
    }

    @Test
    void name_with_escapes_is_the_same_behind_a_mark() {
        byte[] bytes = "{\"a\":1,\"ch\\u006fices\":[2]}".getBytes(StandardCharsets.UTF_8);
        JsonCursor first = JsonCursor.of(bytes, 0, bytes.length);
        first.enter();
        first.next();
        first.next();
        first.markPrefix();
        JsonCursor second = first.nextDocument(bytes, 0, bytes.length);
        assertThat(second.isPrefixReused()).isTrue();
        assertThat(second.name()).isEqualTo(first.name()).isEqualTo("choices");
    }

    @Test
    void mark_is_for_members_of_the_document_itself() {
        try (JsonCursor cursor = over("{\"a\":{\"b\":1}}")) {
            assertThatThrownBy(cursor::markPrefix).isInstanceOf(IllegalStateException.class);
            cursor.enter();
            assertThatThrownBy(cursor::markPrefix).isInstanceOf(IllegalStateException.class);
            cursor.next();
            cursor.enter();
            cursor.next();
            assertThatThrownBy(cursor::markPrefix).isInstanceOf(IllegalStateException.class);
        }
        try (JsonCursor elements = over("[1]")) {
            elements.enter();
            elements.next();
            assertThatThrownBy(elements::markPrefix).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Whatever the bytes, a cursor accepts what the tree's reader accepts, and refuses the rest in the same place. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":[1,\"\\u00e9\\n\",-0.5e+3,true,null,{}],\"bcdefghijk\":\"lmnopqrstuvwxyz\"}"})
    void changed_bytes_are_refused_as_the_tree_refuses_them(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at++) {
            for (int b = 0; b < 256; b++) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) b;
                assertThat(faultOfCursor(changed))
                        .describedAs("byte %d is %d", at, b)
                        .isEqualTo(faultOfTree(changed));
            }
            byte[] cut = Arrays.copyOf(bytes, at);
            assertThat(faultOfCursor(cut).isEmpty()).isEqualTo(faultOfTree(cut).isEmpty());
        }
    }

    private static String faultOfCursor(byte[] bytes) {
        try (JsonCursor cursor = JsonCursor.of(bytes, 0, bytes.length)) {
            cursor.end();
            return "";
        } catch (JsonException e) {
            return e.place();
        }
    }

    private static String faultOfTree(byte[] bytes) {
        try {
            Json unused = Json.parse(bytes);
            return "";
        } catch (JsonException e) {
            return e.place();
        }
    }

    @Test
    void enterObjectAndEnterArray_goIntoTheirOwnKindAlone() {
        JsonCursor cursor = over("{\"a\":[1],\"b\":2}");
        assertThat(cursor.enterArray()).isFalse();
        assertThat(cursor.enterObject()).isTrue();
        assertThat(cursor.enterObject()).as("between values").isFalse();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.enterObject()).isFalse();
        assertThat(cursor.enterArray()).isTrue();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.enterArray()).isFalse();
        assertThat(cursor.asLong()).isEqualTo(1);
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.name()).isEqualTo("b");
        cursor.end();
    }

    @Test
    void value_wasTaken_entersNoMore() {
        JsonCursor cursor = over("[[1]]");
        cursor.enter();
        cursor.next();
        assertThat(cursor.value().text()).isEqualTo("[1]");
        assertThatThrownBy(cursor::enterArray).isInstanceOf(IllegalStateException.class);
        assertThat(cursor.enterObject()).isFalse();
        assertThat(cursor.next()).isFalse();
    }

    /** Backslashes are escapes in a document and none in what was read: the names must not be mixed up. */
    @Test
    void names_areSharedAndNeverMixedUp() {
        JsonNameCache names = new JsonNameCache();
        List<String> spelled = List.of("a", "\\\\", "\\\\\\\\", "\\u0061", "ä", "", "n".repeat(64), "n".repeat(65));
        List<String> read = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (String name : spelled) {
                byte[] bytes = ("{\"" + name + "\" : 1}").getBytes(StandardCharsets.UTF_8);
                JsonCursor cursor = JsonCursor.of(bytes, 0, bytes.length, names);
                cursor.enter();
                cursor.next();
                read.add(cursor.name());
            }
        }
        List<String> meant = List.of("a", "\\", "\\\\", "a", "ä", "", "n".repeat(64), "n".repeat(65));
        assertThat(read.subList(0, 8)).isEqualTo(meant);
        assertThat(read.subList(8, 16)).isEqualTo(meant);
        assertThat(read.get(8)).isSameAs(read.get(0));
    }
}
