package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonTreeArbitraries;
import dev.plumbline.json.ReferenceJsonParser;
import dev.plumbline.json.ReferenceJsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What is scanned and written in spans is what a slow and simple way says, one character at a time. */
// Shrinking such trees can take hours; a failing sample is small enough to read.
@Domain(JsonTreeArbitraries.class)
@Domain(DomainContext.Global.class)
class JsonScannerPropertiesTest {
    private static final String CHANGES = " \t\n\"\"\\\\{}[]::,,-+.0019eEtfnu/'\u0000\u001f\u007fab";

    /** Long and short runs of plain text between what has to be escaped or takes several bytes, and halves of pairs. */
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> runs = Arbitraries.integers().between(1, 70).map("plain, "::repeat);
        Arbitrary<String> plain = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(80);
        Arbitrary<String> special = Arbitraries.of(
                "\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\ud83d\ude00");
        Arbitrary<String> halves = Arbitraries.of("\ud83d", "\ude00");
        return Arbitraries.frequencyOf(
                        Tuple.of(2, runs), Tuple.of(9, plain), Tuple.of(16, special), Tuple.of(1, halves))
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void string_is_written_as_the_slow_way_says(@ForAll("texts") String text) {
        if (ReferenceJsonParser.hasHalfPair(text)) {
            refused_string_leaves_nothing(text);
            return;
        }
        String quoted = new ReferenceJsonTree.Str(text).text();
        JsonWriter writer = new JsonWriter().array().value(text).value(text);
        writer.object().name(text).value(1).name(text).value(text).end().end();
        String expected = "[" + quoted + "," + quoted + ",{" + quoted + ":1," + quoted + ":" + quoted + "}]";
        assertThat(new String(writer.toBytes(), StandardCharsets.UTF_8)).isEqualTo(expected);
        Json tree = Json.object().with(text, text);
        assertThat(tree.text()).isEqualTo("{" + quoted + ":" + quoted + "}");
        assertThat(tree.utf8Length()).isEqualTo(tree.text().getBytes(StandardCharsets.UTF_8).length);
        assertThat(Json.parse(tree.text()).get(text).asText()).isEqualTo(text);
    }

    private static void refused_string_leaves_nothing(String text) {
        JsonWriter writer = new JsonWriter().array().value(1);
        assertThatThrownBy(() -> writer.value(text)).isInstanceOf(JsonException.class);
        writer.object().name("a").value(2);
        assertThatThrownBy(() -> writer.name(text)).isInstanceOf(JsonException.class);
        writer.name("b");
        assertThatThrownBy(() -> writer.value(text)).isInstanceOf(JsonException.class);
        writer.value(3).end().end();
        assertThat(new String(writer.toBytes(), StandardCharsets.UTF_8)).isEqualTo("[1,{\"a\":2,\"b\":3}]");
        assertThatThrownBy(() -> Json.parse(new ReferenceJsonTree.Str(text).text()))
                .isInstanceOf(JsonException.class);
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void text_is_accepted_exactly_when_the_slow_way_accepts_it(
            @ForAll ReferenceJsonTree tree, @ForAll("texts") String words, @ForAll long seed) {
        Random random = new Random(seed);
        String whole = ReferenceJsonParser.hasHalfPair(words) ? "" : words;
        String text =
                "{\"tree\":" + tree.disguised(random) + ",\"words\": " + new ReferenceJsonTree.Str(whole).text() + "}";
        assertThat(accepted(text)).isTrue().isEqualTo(ReferenceJsonParser.accepts(text));
        for (int i = 0; i < 20; i++) {
            // As bytes and back, because half of a pair that was cut becomes a question mark.
            String changed = new String(changed(text, random).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            assertThat(accepted(changed)).describedAs(changed).isEqualTo(ReferenceJsonParser.accepts(changed));
        }
    }

    /** A character replaced, left out, added, or the text cut. */
    private static String changed(String text, Random random) {
        int at = random.nextInt(text.length());
        char c = CHANGES.charAt(random.nextInt(CHANGES.length()));
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at) + c + text.substring(at + 1);
            case 1 -> text.substring(0, at) + text.substring(at + 1);
            case 2 -> text.substring(0, at) + c + text.substring(at);
            default -> text.substring(0, at);
        };
    }

    private static boolean accepted(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try (JsonCursor cursor = JsonCursor.of(utf8, 0, utf8.length)) {
            cursor.end();
            return true;
        } catch (JsonException refused) {
            return false;
        }
    }
}
