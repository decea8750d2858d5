package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value is found in file names, cells, addresses, markup and encodings, and divided by one line break. */
class ValueFormsTest {
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
    private static final List<String> VALUES = List.of(
            "anna.berg@example.org",
            "+49 171 5551234",
            "(212) 555-0123",
            "212-555-0123",
            "4111 1111 1111 1111",
            "4111111111111111",
            "5500-0000-0000-0004",
            "DE89 3704 0044 0532 0130 00",
            "DE89370400440532013000",
            "123-45-6789",
            "756.9217.0769.85",
            "193.241.113.107",
            "2001:db8::8a2e:370:7334",
            "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");

    private static boolean isHidden(String text, int from, int to) {
        int at = from;
        for (Match match : FINDER.all(text)) {
            at = match.start() <= at && match.end() > at ? match.end() : at;
        }
        return at >= to;
    }

    private static List<String> missed(String context, List<String> values) {
        int bar = context.indexOf("{}");
        List<String> missed = new ArrayList<>();
        for (String value : values) {
            if (!isHidden(context.replace("{}", value), bar, bar + value.length())) {
                missed.add(value);
            }
        }
        return missed;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan_{}.dwg",
                "{}_plan.dwg",
                "_{}_",
                "C:\\plans\\{}\\a.dwg",
                "C:\\new\\{}.dwg",
                "/home/anna/{}/x.ifc",
                "Anna,{},Berlin",
                "Anna;{};Berlin",
                "Anna\t{}\tBerlin",
                "\"Anna\",\"{}\",\"Berlin\"",
                "a|{}|b",
                "{},2026,3",
                "3,{},4.5",
                "1.5,{}",
                "x\\n{}",
                "x\\r\\n{}\\n",
                "x\\t{}\\t",
                "host:{}",
                "IP:{}",
                "tel:{}",
                "mailto:{}",
                "key={}&x=1",
                "?q={}",
                "https://h.example/?q={}&b=1",
                "https://h.example/?v={}&b=1",
                "<td>{}</td>",
                "({})",
                "[{}]",
                "'{}'",
                "`{}`",
                "{}.",
                "{}, and",
                "{};",
                "{}!",
                "{}:",
                "#{}",
                "~{}",
                "*{}*",
                "val={}",
                "{}-",
                "-{}",
                "{}/",
                "/{}",
                "+{}",
                "„{}“",
                "中{}文",
                "é{}é",
                "{}\n",
                "\n{}",
                "\u200b{}\u200b"
            })
    @DisplayName("S6 a value is found whatever is beside it")
    void s6_everyNeighbour(String context) {
        assertThat(missed(context, VALUES)).isEmpty();
    }

    @Test
    @DisplayName("S6 an address of the network is found behind host and a colon, with its port")
    void s6_hostAndPort() {
        for (String text :
                List.of("host:10.1.2.3", "host:10.1.2.3:8080", "IP:10.1.2.3", "http://10.1.2.3/a", "10.1.2.3:8080")) {
            int from = text.indexOf("10.1");
            assertThat(isHidden(text, from, from + 8)).as(text).isTrue();
        }
    }

    private static String each(String value, String format) {
        StringBuilder text = new StringBuilder();
        value.chars().forEach(c -> text.append(String.format(Locale.ROOT, format, c)));
        return text.toString();
    }

    @Test
    @DisplayName("S6 a value is found in percent encoding, entities, escapes and base64, also in a query")
    void s6_encodings() {
        List<String> missed = new ArrayList<>();
        for (String value : VALUES) {
            String base64 = Base64.getEncoder().encodeToString(("my " + value + " x").getBytes(StandardCharsets.UTF_8));
            for (String text : List.of(
                    each(value, "%%%02X"),
                    each(value, "&#%d;"),
                    each(value, "&#x%x;"),
                    each(value, "\\u%04x"),
                    base64)) {
                boolean plain = isHidden("my " + text + " end", 3, 3 + text.length());
                boolean query = isHidden("https://h.example/?v=" + text + "&b=1", 21, 21 + text.length());
                if (!plain || (!query && !text.equals(base64))) {
                    missed.add(text);
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%20", "+", "\u00a0", "&nbsp;"})
    @DisplayName("S6 the groups of a number with a check may be divided by an encoded blank")
    void s6_encodedBlanks(String blank) {
        for (String value : List.of("4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00")) {
            String text = "https://h.example/?card=" + value.replace(" ", blank);
            assertThat(isHidden(text, 24, text.length())).as(text).isTrue();
        }
    }

    @Test
    @DisplayName("S6 one line break divides a number anywhere between two digits")
    void s6_lineBreakAnywhere() {
        List<String> missed = new ArrayList<>();
        for (String value : List.of("4111111111111111", "DE89370400440532013000", "123-45-6789", "+49 171 5551234")) {
            for (int at = 3; at < value.length() - 2; at++) {
                for (String lineBreak : List.of("\n", "\r\n")) {
                    String text = value.substring(0, at) + lineBreak + value.substring(at);
                    if (!isHidden("my " + text + " end", 3, 3 + text.length())) {
                        missed.add(text);
                    }
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zugangspasswort",
                "Benutzerkennwort",
                "gebruikerswachtwoord",
                "inloggningslösenord",
                "userpassword",
                "ログインパスワード",
                "로그인비밀번호"
            })
    @DisplayName("S6 a password is found behind a compound word for one, also if it is letters alone")
    void s6_compoundWords(String word) {
        for (String password : List.of("Sommer2024x", "horsebattery")) {
            String text = word + ": " + password;
            assertThat(isHidden(text, word.length() + 2, text.length()))
                    .as(text)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:192.168.7.1"})
    @DisplayName("S6 the longest addresses are found, and times and ratios as long as they are none")
    void s6_longAddresses(String address) {
        for (String behind : List.of(" answers", ", too", address.endsWith(":") ? "" : ": no answer")) {
            assertThat(isHidden("ping " + address + behind, 5, 5 + address.length()))
                    .as(behind)
                    .isTrue();
            assertThat(isHidden("ratio 9:" + address + behind, 8, 8 + address.length()))
                    .as(behind)
                    .isFalse();
        }
    }
}
