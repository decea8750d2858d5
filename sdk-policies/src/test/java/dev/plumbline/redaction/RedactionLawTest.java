package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What must hold for every text: nothing found leaves, everything comes back, cuts change nothing. */
class RedactionLawTest {
    private static final Pattern LINK = Pattern.compile("[/\\\\]{2}");
    private static final List<String> PIECES = List.of(
            "anna@example.org",
            "4111 1111 1111 1111",
            "DE89 3704 0044 0532 0130 00",
            "078-05-1120",
            "10.20.30.40",
            "2001:db8::1",
            "+49 170 1234567",
            "sk-abcdefghijklmnop1234",
            "password: hunter2x99",
            "hunter2x99",
            "Hof \"A\"",
            "MAIL_0123456789abcdef",
            "MAIL_",
            "CARD",
            " ",
            "\n",
            ", ",
            ".",
            "\"",
            "\\",
            "{\"a\":",
            "}",
            "@",
            "-",
            "wall",
            "12x34",
            "1",
            "ä",
            "𝒜",
            "%40",
            "\\u0040",
            "=");

    /** Two pseudonyms of which the first ends where the second begins: not both are restored. */
    private static final Pattern TOUCHING = Pattern.compile("_[0-9a-f]{16}[A-Z]+_");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(PIECES).list().ofMaxSize(14).map(pieces -> String.join("", pieces));
    }

    private static RedactionFixture desk() {
        return new RedactionFixture(RedactionOptions.ofDefaults().withPattern("Hof \"[A-Z]\""));
    }

    private static String redacted(String text) {
        RedactionFixture desk = desk();
        desk.provider.says("ok");
        desk.ask(Interaction.user(text));
        return ((Interaction.User) desk.sent().get(0))
                .parts().stream().map(part -> ((Part.Text) part).text()).collect(Collectors.joining());
    }

    private static List<String> cut(String text, int length) {
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < text.length(); at += length) {
            pieces.add(text.substring(at, Math.min(text.length(), at + length)));
        }
        return pieces;
    }

    @Property(tries = 500)
    @Tag("SH54")
    @Label("Restore: what was said comes back, word for word, however the answer is cut")
    void answer_thatRepeatsWhatWasSentIsWhatWasSaid(@ForAll("texts") String text) {
        Assume.that(!LINK.matcher(text).find()); // values are not restored in links (S18)
        String sent = redacted(text);
        Assume.that(!TOUCHING.matcher(sent).find());
        for (int length : new int[] {1, 7, 1_000}) {
            RedactionFixture desk = desk();
            desk.provider.says(cut(sent, length).toArray(String[]::new));
            AiReturn ret = desk.ask(Interaction.user(text));
            assertThat(ret.partialText()).isEqualTo(text);
        }
    }

    @Property(tries = 300)
    @Label("Restore: arguments come back as the same JSON, however they are cut")
    void arguments_thatRepeatWhatWasSentAreWhatWasSaid(@ForAll("texts") String text) {
        String sent = redacted(text);
        Assume.that(!TOUCHING.matcher(sent).find());
        String arguments = Json.object().with("text", sent).text();
        List<AiDelta> stream = new ArrayList<>();
        stream.add(new AiDelta.ToolCallPart(0, "c1", "note", ""));
        cut(arguments, 5).forEach(piece -> stream.add(new AiDelta.ToolCallPart(0, "", "", piece)));
        stream.add(new AiDelta.Finish(FinishReason.TOOL_CALLS));
        RedactionFixture desk = desk();
        desk.provider.streams(stream);
        AiReturn ret = desk.ask(Interaction.user(text));
        Interaction.ToolCall call = (Interaction.ToolCall) ret.interactions().get(0);
        assertThat(call.arguments().get("text").asText()).isEqualTo(text);
    }

    @Property(tries = 500)
    @Tag("SH54")
    @Label("Redact: what was found is nowhere in what is sent")
    void sent_hasNoValue(@ForAll("texts") String text) {
        RedactionFixture desk = desk();
        desk.provider.says("ok");
        desk.ask(Interaction.user(text), Interaction.user("hunter2x99"));
        TextRedactor texts = new TextRedactor(RedactionOptions.ofDefaults());
        String sent = desk.sentText();
        for (Match find : texts.shapes().all(text)) {
            String value = text.substring(find.start(), find.end());
            assertThat(new WordListDetector(List.of(value), true))
                    .matches(words -> MatchFinder.ofWords(words).all(sent).isEmpty());
        }
    }

    @Property(tries = 500)
    @Tag("F105")
    @Label("Mask: what is shown does not depend on cuts")
    void mask_isTheSameForEveryCut(@ForAll("texts") String text) {
        String whole = masked(List.of(text));
        for (int length : new int[] {1, 3, 8}) {
            assertThat(masked(cut(text, length))).isEqualTo(whole);
        }
    }

    private static String masked(List<String> pieces) {
        RedactionFixture desk = desk();
        desk.provider.says(pieces.toArray(String[]::new));
        return desk.ask(desk.redaction.mask(), desk.call(List.of(Interaction.user("hi"))))
                .partialText();
    }

    @Property(tries = 2_000)
    @Label("Redact: who need not look would have found nothing")
    void outline_hidesNoFind(@ForAll("texts") String text) {
        MatchFinder finder = new TextRedactor(RedactionOptions.ofDefaults()).shapes();
        assertThat(finder.all(text)).isEqualTo(finder.all(new LookaheadText(text, true)));
    }
}
