package dev.plumbline.providers.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;

class SurrogateJoinerTest {

    /** UTF-8 and back is Java's own way to replace halves that stand alone, but with a question mark. */
    @Property
    void any_cut_gives_well_formed_text(
            @ForAll @CharRange(from = '\uD7FE', to = '\uE001') String text, @ForAll @IntRange(max = 8) int at) {
        int cut = Math.min(at, text.length());
        SurrogateJoiner halves = new SurrogateJoiner();
        String joined = halves.pass(text.substring(0, cut)) + halves.pass(text.substring(cut)) + halves.rest();
        assertThat(joined.replace('\uFFFD', '?'))
                .isEqualTo(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    @Property
    void no_piece_ever_ends_in_a_half(@ForAll @CharRange(from = '\uD7FE', to = '\uE001') String text) {
        String piece = new SurrogateJoiner().pass(text);
        assertThat(new String(piece.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(piece);
    }
}
