package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.redaction.ScannedJsonText.LeafIndices;
import dev.plumbline.redaction.ScannedJsonText.LeafRange;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Places in the text of JSON are found in its strings, each character of which is read once. */
class LeafIndicesLawTest {
    private static final List<String> PIECES = List.of("a", "\n", "\"", "\\", "ä", "\u0001", " ", "z9");

    @Property
    @Label("61 S5-1 each place in the text is found in the leaf, and the text is read once for all of them")
    void places_areFoundInOneReading(@ForAll @Size(max = 40) List<@IntRange(max = 7) Integer> pieces) {
        String leaf = String.join("", pieces.stream().map(PIECES::get).toList());
        Counted text = new Counted("[" + Json.of(leaf).text() + "]");
        LeafRange range = new LeafRange(2, text.length() - 2);
        LeafIndices before = range.of(leaf, text);
        LeafIndices behind = range.of(leaf, text);
        int written = range.start();
        for (int i = 0; i < leaf.length(); i++) {
            int next = written + Json.of(leaf.substring(i, i + 1)).text().length() - 2;
            for (int at = written; at < next; at++) {
                assertThat(before.at(at, false)).as("the beginning at %d", at).isEqualTo(i);
                assertThat(behind.at(at, true)).as("the end at %d", at).isEqualTo(at == written ? i : i + 1);
            }
            written = next;
        }
        assertThat(behind.at(range.end(), true)).isEqualTo(leaf.length());
        int places = 2 * text.length();
        assertThat(text.reads).as("characters read").isLessThanOrEqualTo(2 * places + 2 * text.length());
    }

    /** A text that counts how often its characters are read. */
    private static final class Counted implements CharSequence {
        private final String text;
        private int reads;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
