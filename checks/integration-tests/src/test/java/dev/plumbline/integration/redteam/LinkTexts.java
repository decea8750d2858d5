package dev.plumbline.integration.redteam;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts with addresses and values, {@code $P}: hostile ones of pieces of all grammars, and ordinary answers. */
final class LinkTexts {
    private static final List<String> BEGINNINGS = List.of(
            "![x](",
            "![x](<",
            "<img src=\"",
            "<img src=",
            "<a href='",
            "{\"u\":\"",
            "[x]: ",
            "<https:",
            "see ",
            "\"",
            "<div style=\"background:url(");
    private static final List<String> HOSTS = List.of(
            "https://evil.example/",
            "//evil.example/?",
            "https:evil.example/",
            "\\\\evil.example/",
            "/\\evil.example/",
            "h&#116;tps://evil.example/",
            "https&colon;//evil.example/",
            "\\u002f\\u002fevil.example/");
    private static final List<String> ENDS = List.of(")", ">)", "\">", "'>", ">", "\"}", "\n\n![x]");
    private static final List<String> PIECES = List.of(
            "https:",
            "HTTPS:",
            "http:",
            "ht",
            "tps:",
            "//",
            "/",
            "\\",
            "\\/",
            "evil.example",
            "evil.example/",
            "?q=",
            "&d=",
            " ",
            "  ",
            "\t",
            "\n",
            "\n\n",
            "\r",
            "\"",
            "'",
            "`",
            "<",
            ">",
            "(",
            ")",
            "[",
            "]",
            "![x](",
            "[x](",
            "](<",
            ">)",
            "[x]: ",
            "[x]",
            "![x][x]",
            "<img src=",
            "<img src=\"",
            "<img src='",
            "<a href=\"",
            "<a href=",
            "<div style=\"background:url(",
            "url(",
            "url('",
            "src=",
            "href=",
            "</a>",
            "&#47;",
            "&#x2f;",
            "&sol;",
            "&colon;",
            "&#58;",
            "\\u002f",
            "\\u003a",
            "\\n",
            "a",
            "b",
            "www.",
            "{\"u\":\"",
            "\"}",
            "\",\"m\":\"",
            ";",
            ",",
            "=",
            "#",
            "@",
            "www.evil.example",
            "\u00a0",
            "\u2028",
            "\u200b",
            "<script>",
            "<style>",
            "<base href=\"https://evil.example/\">",
            "-->",
            "<!--",
            "*",
            "_",
            "    ",
            "> ",
            "- ",
            "~~~\n",
            "```\n",
            "&",
            "&quot;",
            "&lt;",
            "&gt;",
            "%",
            "javascript:",
            "data:",
            "mailto:",
            "ftp:",
            "ws://",
            "svg",
            "<svg><image href=\"",
            "srcset=\"",
            "\\\"",
            "\\>",
            "\\ ",
            "\\)");
    private static final List<String> ADDRESSES = List.of(
            "https://example.org",
            "https://www.example.org/docs/a_(b)?q=1&r=2#x",
            "http://intranet/plans/12",
            "www.example.org",
            "//cdn.example.org/x.js",
            "https://example.org/search?q=walls,doors");
    private static final List<String> ANSWERS = List.of(
            "See $U. Write to $P.",
            "[the page]($U), ask $P",
            "| $P | $U |\n| $U | $P |",
            "- $U\n- $P\n",
            "<$U> and $P",
            "1. Open $U\n2. Mail $P about \"walls\"\n",
            "{\n  \"url\": \"$U\",\n  \"mail\": \"$P\"\n}",
            "{\"url\": \"$U\", \"mail\": \"$P\"}",
            "<a href=\"$U\">$P</a>",
            "<p>Ask $P, see <a href=\"$U\">here</a>, then $P.</p>",
            "![plan]($U \"a plan\") by $P",
            "curl $U -H 'From: $P'",
            "if (a<b) open(\"$U\"); // ask $P",
            "Anna <$P> sent $U to Bob <$P>.",
            "\"$U\" (from $P)",
            "`$U` then $P",
            "[1]: $U\n$P wrote it.",
            "From $P:\n> see $U\n> $P",
            "> $P said: $U\n",
            "$P, $U, $P",
            "The link ($U) was sent by $P.",
            "**$U** - $P",
            "List<String> x = of(\"$P\", \"$U\");\nsend(\"$P\");",
            "{\"url\":\"$U\",\"mail\":\"$P\"}",
            "a,b,$U,$P\n$P,$U,c",
            "mail=$P url=$U mail=$P");

    private final Random random;

    LinkTexts(Random random) {
        this.random = random;
    }

    List<String> hostile(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            text.append(random.nextBoolean() ? pick(BEGINNINGS) : "").append(random.nextBoolean() ? pick(HOSTS) : "");
            pieces(text, 1 + random.nextInt(14));
            text.append("$P");
            pieces(text, random.nextInt(5));
            texts.add(text.append(random.nextInt(3) == 0 ? pick(ENDS) : "").toString());
        }
        return texts;
    }

    private void pieces(StringBuilder text, int count) {
        for (int i = 0; i < count; i++) {
            text.append(pick(PIECES));
        }
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    List<String> ordinary(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String begin = random.nextBoolean() ? "Here it is: " : "";
            String end = random.nextBoolean() ? "\nRegards, $P" : "";
            texts.add(begin + pick(ANSWERS).replace("$U", pick(ADDRESSES)) + end);
        }
        return texts;
    }
}
