package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Quick looks before close ones decide nothing that the close ones decide otherwise. */
class TextFeaturesLawTest {
    private static final List<Detector> DETECTORS = List.of(
            new CredentialDetector(),
            new EmailDetector(),
            new IbanDetector(),
            new PaymentCardDetector(),
            new NationalIdDetector(),
            new IpAddressDetector(),
            new PhoneDetector(null));

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "password",
                "Zugang",
                "token: ",
                "apikey=",
                "hunter2x9",
                "a@b.example",
                "4111 1111 1111 1111",
                "+49 30 1234567",
                "078-05-1120",
                "dni 12345678Z",
                "::1",
                "192.168.7.1",
                "GB82 WEST 1234 5698 7654 32",
                "sk-0123456789abcdef",
                "\"",
                ":",
                ", ",
                "7",
                "x",
                "é",
                "-",
                "(");
        return pieces.list().ofMaxSize(8).map(all -> String.join("", all));
    }

    @Property(tries = 500)
    @Tag("S1")
    @Label("Redaction: a detector finds nothing where it says that none of its finds begins")
    void mayBegin_isTrueWhereAFindBegins(@ForAll("texts") String text) {
        for (Detector detector : DETECTORS) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) < 128 && !detector.mayBegin(text.charAt(i))) {
                    assertThat(detector.end(new LookaheadText(text, true), i)).isLessThanOrEqualTo(i);
                }
            }
        }
    }

    @Property(tries = 500)
    @Label("Redaction: words before a place are found as one after the other finds them")
    void before_isTrueForTheSameWords(@ForAll("texts") String text) {
        LookaheadText peek = new LookaheadText(text, true);
        for (WordList words : List.of(CredentialDetector.WORDS, NationalIdDetector.SPANISH)) {
            for (int i = 0; i <= text.length(); i++) {
                assertThat(peek.beginsBefore(i, words)).isEqualTo(slowly(peek, i, words));
            }
        }
    }

    private static boolean slowly(LookaheadText text, int index, WordList words) {
        List<String> found = new ArrayList<>();
        for (String word : words.words()) {
            for (int i = Math.max(0, index - LookaheadText.BEHIND); i + word.length() <= index; i++) {
                int before = text.at(i - 1);
                boolean inside = before < 128 ? AsciiChars.letter(before) : Character.isLetter(before);
                if ((!inside || word.charAt(0) >= 0x2e80 || isLastPart(word, words)) && text.says(word, i)) {
                    found.add(word);
                }
            }
        }
        return !found.isEmpty();
    }

    private static boolean isLastPart(String word, WordList words) {
        WordList parts = words.lastParts();
        return parts != null && parts.words().contains(word);
    }

    @Property(tries = 300)
    @Label("Redaction: the finds of all detectors are those of each, wherever they begin")
    void all_isWhatAt_says(@ForAll("texts") String text) {
        MatchFinder finder = BuiltInDetectors.of(Set.of(RedactionOptions.Kind.values()));
        List<Match> one = new ArrayList<>();
        LookaheadText peek = new LookaheadText(text, true);
        int at = 0;
        while (at < text.length()) {
            Match find = finder.at(peek, at).orElse(null);
            if (find != null) {
                one.add(find);
            }
            at = find == null ? at + 1 : find.end();
        }
        assertThat(finder.all(text)).isEqualTo(one);
    }
}
