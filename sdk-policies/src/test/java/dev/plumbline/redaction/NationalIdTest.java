package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** National ids of eighteen countries, in sentences of their languages. */
class NationalIdTest {
    private static final int EACH = 300;
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());

    @Test
    @DisplayName("S6 national ids of eighteen countries are found beside their words")
    void s6_nationalIds_areFound() {
        IdSamples samples = new IdSamples(11);
        Map<String, DetectionRate> rates = new TreeMap<>();
        for (String line : LabelledText.lines("id-sentences.tsv")) {
            String[] parts = line.split("\t", 2);
            for (int i = 0; i < EACH; i++) {
                String id = samples.countries().get(parts[0]).apply(samples);
                int at = parts[1].indexOf("{}");
                boolean found = isHidden(parts[1].replace("{}", id), at, at + id.length());
                rates.merge(parts[0], DetectionRate.NONE.plus(found), DetectionRate::plus);
            }
        }
        assertThat(rates).hasSize(18);
        assertThat(rates.entrySet()).allMatch(rate -> rate.getValue().share() >= 0.99);
    }

    @Test
    void numbersWithoutWords_areNumbers() {
        IdSamples samples = new IdSamples(12);
        int found = 0;
        for (String country : List.of("DE", "AT", "NL", "PL", "PT", "AU", "JP", "IN", "NO")) {
            for (int i = 0; i < EACH; i++) {
                String id = samples.countries().get(country).apply(samples).replace(" ", "");
                found += FINDER.all("part " + id + " of the list").isEmpty() ? 0 : 1;
            }
        }
        assertThat(found)
                .as("of 2,700")
                .isLessThan(60); // cards have a check digit of their own, one in ten has it by chance
    }

    @Test
    @Tag("S6")
    @DisplayName("24 a number with many decimals behind the word for an id is read, and a coordinate is none")
    void s24_idWithAPoint_isFound() {
        assertThat(FINDER.all("bsn 1112.22333, 2")).hasSize(1);
        assertThat(FINDER.all("wall 1112.22333, 2")).isEmpty();
        assertThat(FINDER.all("call 1112.22333 444")).isNotEmpty();
    }

    private static boolean isHidden(String text, int from, int to) {
        int at = from;
        for (Match match : FINDER.all(text)) {
            at = match.start() <= at && match.end() > at ? match.end() : at;
        }
        return at >= to;
    }
}
