package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that their issuers mark are found without a word beside them. */
class IssuedKeysTest {
    private static final int EACH = 20;
    private static final List<String> SENTENCES =
            List.of("I pasted {} into the macro.", "{}", "key,{},2026", "curl -H 'X: {}' now", "<a>{}</a>", "a={}&b=1");
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());

    @Test
    @DisplayName("S20 keys of 120 kinds are found by their issuers' marks")
    void s20_keysWithAPrefix_areFound() {
        List<String> missed = new ArrayList<>();
        KeySamples samples = new KeySamples(5);
        int count = 0;
        for (var shape : KeySamples.shapes().entrySet()) {
            for (int i = 0; i < EACH; i++) {
                String key = samples.next(shape.getValue());
                String sentence = SENTENCES.get(i % SENTENCES.size());
                int at = sentence.indexOf("{}");
                count++;
                if (!isHidden(sentence.replace("{}", key), at, at + key.length())) {
                    missed.add(shape.getKey() + " " + sentence);
                }
            }
        }
        assertThat(KeySamples.shapes()).hasSizeGreaterThanOrEqualTo(120);
        assertThat((double) missed.size() / count).as(missed.toString()).isLessThanOrEqualTo(0.02);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Basic |YW5uYTpob3JzZWJhdHRlcnk=|",
                "Authorization: Bearer |abcdefghijk12345|",
                "DefaultEndpointsProtocol=https;AccountKey=|bm90IGEga2V5IGJ1dCBsb25n|;",
                "Server=db;Database=cad;User Id=sa;Password=|Sommer2024x|;",
                "postgres://cad:|horsebattery|@db.example.org/cad",
                "https://anna:|Geheim12|@example.org/",
                "hook https://hooks.slack.com/services/T01ABCDEF/B02ABCDEF/|abcdefghijkl4nopqrstuvwx|",
                "https://discord.com/api/webhooks/112233445566778899/|abcDEF0123456789ghijkl-mnop_qrstuvwxyz|"
            })
    @DisplayName("S20 logins, connection strings and hooks are found by their form")
    void s20_logins_areFound(String text) {
        int from = text.indexOf('|');
        int to = text.lastIndexOf('|') - 1;
        assertThat(isHidden(text.replace("|", ""), from, to)).isTrue();
    }

    @Test
    @DisplayName("S20 passwords of letters alone are found behind their words in twelve languages")
    void s20_passwordsOfLetters_areFound() {
        List<String> missed = new ArrayList<>();
        for (String line : LabelledText.lines("passwords.tsv")) {
            String sentence = line.split("\t", 2)[1];
            for (String password : List.of("horsebattery", "Sommerregen", "Tr0ub4dor&3", "correct-horse-battery")) {
                int at = sentence.indexOf("{}");
                if (!isHidden(sentence.replace("{}", password), at, at + password.length())) {
                    missed.add(sentence + " " + password);
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The password: required field of the form",
                "Passwort: vergessen",
                "password: String password",
                "Enter your password in the dialog",
                "API-documentation-for-developers-of-plugins",
                "sk-learn-is-a-library-for-python",
                "the token: identifier of a node"
            })
    @DisplayName("S20 what is said of a password or a key is none")
    void s20_sentencesAboutSecrets_areLeftAlone(String text) {
        assertThat(FINDER.all(text)).isEmpty();
    }

    private static boolean isHidden(String text, int from, int to) {
        int at = from;
        for (Match match : FINDER.all(text)) {
            at = match.start() <= at && match.end() > at ? match.end() : at;
        }
        return at >= to;
    }
}
