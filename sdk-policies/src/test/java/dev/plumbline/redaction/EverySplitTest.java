package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However a text is cut, the same is hidden and the same comes back: every sample, at every place, in two and in three. */
class EverySplitTest {
    private static final String KEY = "sk-proj-" + "a1B2c3D4".repeat(3);
    private static final List<String> SAMPLES = List.of(
            "mail anna.berg@example.co.uk, or not",
            "anna@exam",
            "@@@ a@b a@b.c a@b.de.",
            "call (089) 123456 or +49 170 1234567 x12.",
            "phone 555-123-4567 ext. 89",
            "card 4111 1111 1111 1111, not 4111 1111 1111 1112",
            "4111111111111111-4111111111111111",
            "DE89 3704 0044 0532 0130 00 and DE89 3704 0044 0532 0130 01",
            "ssn 078-05-1120; 078-05-11",
            "host 192.168.10.254/24, section 1.2.3.4",
            "2001:db8::ff00:42:8329 fe80::1 12:34:56",
            KEY + " then sk- and sk-short",
            "password: Tr0ub4dor&3x; token=abc12345xyz",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY----- after",
            "-----BEGIN CERTIFICATE-----\nMIIEabc",
            "anna%40example.org and anna\\u0040example.org",
            "YW5uYS5iZXJnQGV4YW1wbGUub3Jn is base64",
            "layer A-WALL-200 12x34x56 6ES7214-1AG40-0XB0",
            "card 4111\u00a01111\u00a01111\u00a01111\u200b.",
            "\u200bcard 4\u00ad111 1111 1111\n1111\ufeff",
            "anna&#64;example.org and anna&commat;example.org &nbsp;",
            "Anna,4111111111111111,Berlin\\n4111111111111111",
            "plan_193.241.113.107.dwg IP:193.241.113.107",
            "+４９ 170 1234567 and \u0661\u0669\u0663.241.113.107",
            "Grüße an bjørn@bücher.example, naïve 𝒜𝒷 x@y.zz");

    private static String sifted(MatchFinder finder, List<String> pieces) {
        StreamRedactor sifter = new StreamRedactor(finder, MatchReplacer.mask());
        StringBuilder out = new StringBuilder();
        pieces.forEach(piece -> out.append(sifter.accept(piece)));
        return out.append(sifter.finish()).toString();
    }

    @Test
    @Tag("F105")
    @DisplayName("105 every split of every sample gives what the whole gives")
    void everySplit_givesWhatTheWholeGives() {
        MatchFinder finder = BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
        for (String sample : SAMPLES) {
            String whole = TextReplacement.of(sample, finder.all(sample), MatchReplacer.mask());
            assertThat(sifted(finder, List.of(sample.split("")))).isEqualTo(whole);
            for (int i = 0; i <= sample.length(); i++) {
                for (int j = i; j <= sample.length(); j++) {
                    List<String> pieces = List.of(sample.substring(0, i), sample.substring(i, j), sample.substring(j));
                    assertThat(sifted(finder, pieces)).as("%d, %d", i, j).isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void samples_holdSomethingOfEveryKind() {
        MatchFinder finder = BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
        List<String> kinds = SAMPLES.stream()
                .flatMap(sample -> finder.all(sample).stream())
                .map(Match::kind)
                .distinct()
                .toList();
        assertThat(kinds)
                .contains("MAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "IP", "KEY", EncodedDataDetector.KIND);
    }

    @Test
    @Tag("F105")
    @DisplayName("105 only what could still grow is held back")
    void text_thatCannotGrowIsLetGo() {
        MatchFinder finder = BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
        StreamRedactor sifter = new StreamRedactor(finder, MatchReplacer.mask());
        assertThat(sifter.accept("The wall is red. Write to anna")).isEqualTo("The wall is red. Write to ");
        assertThat(sifter.accept("@example.org")).isEmpty();
        assertThat(sifter.accept(" please ")).isEqualTo("[MAIL] please ");
    }

    @Test
    void restoring_holdsBackOnlyBeginningsOfPseudonyms() {
        PseudonymTable table = PseudonymTable.EMPTY.plus(Map.of("MAIL_0123456789abcdef", "anna@example.org"));
        StreamFilter sieve = table.restoring(false);
        assertThat(sieve.accept("MAP IMAGE MAIL")).isEqualTo("MAP IMAGE ");
        assertThat(sieve.accept("BOX MAIL_0123")).isEqualTo("MAILBOX ");
        assertThat(sieve.accept("456789abcdef")).isEmpty(); // what follows may make it a part of a word
        assertThat(sieve.accept(" ")).isEqualTo("anna@example.org ");
        assertThat(sieve.accept("MAIL_01234")).isEmpty();
        assertThat(sieve.finish()).isEqualTo("MAIL_01234");
    }

    @Test
    @Tag("SH155")
    void kinds_thatWereNotChosenAreLeftAlone() {
        MatchFinder mails = BuiltInDetectors.of(Set.of(RedactionOptions.Kind.MAIL));
        assertThat(mails.all("card 4111 1111 1111 1111 of anna@example.org"))
                .containsExactly(new Match("MAIL", 28, 44));
    }
}
