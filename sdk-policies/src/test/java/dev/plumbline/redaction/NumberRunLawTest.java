package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A number that was read once for all detectors, and a word that was searched for once, are what each detector finds
 * itself. The reference is a text that has not ended: in it each detector reads all that it decides on.
 */
class NumberRunLawTest {
    private static final MatchFinder FINDER = BuiltInDetectors.of(Set.of(RedactionOptions.Kind.values()));
    static final List<String> HOSTILE = ScanCostTest.HOSTILE;

    @Provide
    Arbitrary<String> numbers() {
        Arbitrary<String> digits =
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(9);
        Arbitrary<String> groups =
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(4);
        Arbitrary<String> values = Arbitraries.of(
                "4111 1111 1111 1111",
                "5500-0000-0000\n0004",
                "078-05-1120",
                "1 85 05 78 006 084 36",
                "756.9217.0769.85",
                "85.07.30-033.28",
                "811228-9874",
                "131052-308T",
                "12345678Z",
                "+49 30 1234567",
                "(555) 234-5678",
                "192.168.7.1",
                "DE89 3704 0044 0532 0130 00");
        Arbitrary<String> between = Arbitraries.of(
                " ", "-", ".", "\n", "\r\n", "+", "(", ") ", "/", ", ", " - ", " \n", "-\n", "\n\n", "    ", "a", "é",
                "");
        Arbitrary<String> words = Arbitraries.of(
                " pesel ", " bsn ", " ssn ", " dni ", " tel ", " call me ", " ean ", " ss#", " ip ", " mm ", " wall, ");
        Arbitrary<String> same =
                between.flatMap(one -> groups.list().ofMinSize(2).ofMaxSize(24).map(all -> String.join(one, all)));
        Arbitrary<String> part =
                Arbitraries.oneOf(List.of(groups, groups, between, between, digits, words, values, same));
        return part.list().ofMaxSize(24).map(all -> String.join("", all));
    }

    @Property(tries = 3_000)
    @Label("S6 a number that is read once for all detectors is what each reads itself")
    void s6_numbers(@ForAll("numbers") String text) {
        assertThat(FINDER.all(text)).isEqualTo(slowly(text));
    }

    @ParameterizedTest
    @FieldSource("HOSTILE")
    @DisplayName("S6 in hostile text all is found that each detector finds itself")
    void s6_hostile(String piece) {
        for (String text :
                List.of(piece.repeat(60), "tel " + piece.repeat(60), piece.repeat(40) + " 4111 1111 1111 1111 ")) {
            assertThat(FINDER.all(text)).isEqualTo(slowly(text));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cad-files.txt", "cad.txt", "no-phones.txt", "sentences-a.txt", "id-sentences.tsv", "frames.tsv"
            })
    @DisplayName("S6 in sample texts all is found that each detector finds itself")
    void s6_samples(String resource) {
        for (String line : LabelledText.lines(resource)) {
            assertThat(FINDER.all(line)).isEqualTo(slowly(line));
        }
        String page = String.join(
                "\n", LabelledText.lines(resource).stream().limit(200).toList());
        assertThat(FINDER.all(page)).isEqualTo(slowly(page));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", ", ", "\n", " / "})
    @DisplayName("S6 each card of a long list is found")
    void s6_allCards(String between) {
        String list = "4111 1111 1111 1111".concat(between).repeat(3_000);
        assertThat(FINDER.all(list)).hasSize(3_000);
    }

    /** Returns the matches that each detector finds by reading each number and searching for each word itself. */
    private static List<Match> slowly(String text) {
        CharSequence normalized = NormalizedText.of(text);
        List<Match> matches = FINDER.all(new LookaheadText(normalized, false));
        if (normalized instanceof NormalizedText view) {
            matches.replaceAll(view::original);
        }
        return matches;
    }
}
