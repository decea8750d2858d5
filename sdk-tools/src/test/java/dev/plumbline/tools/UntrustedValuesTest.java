package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values of a call a person is asked about, because nobody trusted wrote them. */
class UntrustedValuesTest {
    private static final Json ANY = Json.object().with("type", "object");

    private static ToolDefinition tool(String... tags) {
        Json known = Json.parse("{\"type\":\"object\",\"properties\":{\"recipient\":{}}}");
        return new ToolDefinition("send", "Sends.", known, Optional.empty(), Set.of(tags), "");
    }

    private static List<Interaction> said(String text) {
        List<Interaction> said = new ArrayList<>(List.of(Interaction.user(text)));
        said.addAll(result("m1", "read_mail", Json.object(), ContentOrigin.MCP.mark(ToolEnvelope.ok("A letter."))));
        return said;
    }

    private static List<Interaction> result(String id, String tool, Json arguments, ToolEnvelope result) {
        return List.of(new Interaction.ToolCall(id, tool, arguments), new Interaction.ToolResult(id, result));
    }

    private static List<String> found(List<Interaction> said, String name, Object value, String... tags) {
        return UntrustedValues.of(said, tool(tags), Json.object().with(name, value), Words.english());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Pay GB29 NWBK 6016 1331 9268 19 please | account      | GB29NWBK60161331926819
                    Write to Mark.Black@Example.com.       | recipient    | mark.black@example.com
                    Read www.dora-website.com              | url          | https://dora-website.com/
                    Add Alice's friend                     | user         | alice
                    Send 1,100.50 to her                   | amount       | 1100.5
                    Send 1.100,50 € to her                 | amount       | 1100.5
                    Send $5 to her                         | amount       | 5
                    Delete file 13                         | file_id      | 13
                    Delete files 12 and 13                 | fileId       | 13
                    Call 0171 / 23 456 78                  | phone        | 0171-2345678
                    Ｄｅｌｅｔｅ ｐｌａｎ．ｔｘｔ                  | path         | plan.txt
                    """)
    void value_ofTheUser_isTrusted(String words, String parameter, String value) {
        assertThat(found(said(words), parameter, value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    What do we do on June 13?        | file_id   | 13
                    Write to mark.black@example.com  | recipient | mark
                    Write to mark.black@example.com  | recipient | black@example.com
                    Write to mark@example.com        | recipient | mark@example.com.evil.org
                    Read example.com/a               | url       | https://example.com/a?secret=1
                    Pay 100 for it                   | amount    | 1000
                    I have 5 walls                   | amount    | 5
                    Pay GB29NWBK60161331926819       | account   | GB29NWBK60161331926818
                    Remind me                        | command   | rm -rf /
                    """)
    void value_ofNobody_isNot(String words, String parameter, String value) {
        assertThat(found(said(words), parameter, value)).hasSize(1);
    }

    @Test
    void address_insideAText_decides() {
        List<Interaction> said = said("Write to Alice that I am late.");
        assertThat(UntrustedValues.of(
                        said,
                        tool(),
                        Json.object()
                                .with("recipient", "Alice")
                                .with("body", "I am late. See www.secure-systems-252.com."),
                        Words.english()))
                .containsExactly("body \"www.secure-systems-252.com\" stands neither in what you wrote nor in what this"
                        + " program knows");
        assertThat(found(said, "body", "Pay to DE89 3704 0044 0532 0130 00")).hasSize(1);
        assertThat(found(said, "body", "I am late, see you at 10.30. Sorry.")).isEmpty();
    }

    @Test
    void sentence_saysWhichResultHasTheValue() {
        List<Interaction> said = new ArrayList<>(said("Pay the bill."));
        said.addAll(result(
                "m2",
                "read_file",
                Json.object(),
                ContentOrigin.DOCUMENT.mark(ToolEnvelope.ok("Pay to DE89370400440532013000."))));
        assertThat(found(said, "account", "DE89 3704 0044 0532 0130 00"))
                .containsExactly("account \"DE89 3704 0044 0532 0130 00\" stands only in the result of read_file");
    }

    @Test
    void hostAndTrustedTools_areSources_andAnEchoIsNone() {
        List<Interaction> said = new ArrayList<>(said("Pay my rent."));
        said.add(new Interaction.Context(Map.of(
                "landlord",
                Json.of("DE89370400440532013000"),
                "mail",
                ContentOrigin.DOCUMENT.mark(Json.of("or FR7630006000011234567890189")))));
        said.addAll(result("t1", "get_plan", Json.object(), ToolEnvelope.ok(Map.of("id", 7))));
        said.addAll(result(
                "t2",
                "look_up",
                Json.object().with("account", "US133000000121212121212"),
                ToolEnvelope.ok("nobody has US133000000121212121212")));

        assertThat(found(said, "account", "DE89370400440532013000")).isEmpty();
        assertThat(found(said, "account", "FR7630006000011234567890189")).hasSize(1);
        assertThat(found(said, "id", 7)).isEmpty();
        assertThat(found(said, "account", "US133000000121212121212")).hasSize(1);
    }

    @Test
    void tool_thatChangesNothing_decidesByItsAddressIfItReachesOutside() {
        List<Interaction> said = said("Read my mail.");
        assertThat(found(said, "url", "https://evil.example", "read-only")).isEmpty();
        assertThat(found(said, "url", "https://evil.example", "read-only", "open-world"))
                .hasSize(1);
        assertThat(found(said, "id", "an id", "read-only", "open-world")).isEmpty();
        assertThat(found(said, "query", "x https://evil.example/?q=1", "read-only", "open-world"))
                .hasSize(1);
    }

    @Test
    void tool_whoseNamesSayNothing_decidesByAllButDatesAndLongTexts() {
        ToolDefinition hotel = new ToolDefinition(
                "reserve",
                "Reserves.",
                Json.parse("{\"type\":\"object\",\"properties\":{\"hotel\":{\"type\":\"string\"},\"day\":{}}}"),
                Optional.empty(),
                Set.of(),
                "");
        Json night = Json.object().with("hotel", "Riverside View").with("day", "2026-12-01");
        assertThat(UntrustedValues.of(said("A bed for a night."), hotel, night, Words.english()))
                .hasSize(1);
        assertThat(UntrustedValues.of(said("A bed at the riverside view, please."), hotel, night, Words.english()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "a-", "a.", "a.-"})
    @Timeout(60)
    @DisplayName("61 a long word is read once, not from each of its letters")
    void longWord_isReadOnce(String piece) {
        assertThat(found(said("Keep it."), "body", piece.repeat(200_000))).isEmpty();
    }

    @Test
    void tool_namesWhatDecides() {
        ToolDefinition named = AiTool.of(
                        "move",
                        "Moves.",
                        Json.parse("{\"type\":\"object\",\"properties\":{\"sheet\":{\"type\":\"string\"},"
                                + "\"path\":{\"type\":\"string\"}}}"),
                        (in, context) -> 1)
                .withDeciding("sheet")
                .definition(null, "");
        List<Interaction> said = said("Move it.");
        assertThat(UntrustedValues.of(
                        said, named, Json.object().with("sheet", "roof").with("path", "a.txt"), Words.english()))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("sheet \"roof\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AiTool.of("move", "Moves.", ANY, (in, context) -> 1)
                        .withDeciding("layr")
                        .definition(null, ""))
                .withMessage("tool move: no parameter is called layr, which is said to decide; the input schema has no"
                        + " such member");
    }

    @Property
    void value_isTrustedExactlyIfTheUserSpelledIt(
            @ForAll("values") List<String> spellings, @ForAll("values") List<String> other, @ForAll boolean nested) {
        String value = spellings.get(0);
        Object argument = nested ? List.of(Map.of("account", value)) : value;
        for (String spelling : spellings) {
            assertThat(found(said("Please, use " + spelling + ", as always."), nested ? "to" : "account", argument))
                    .as(spelling)
                    .isEmpty();
        }
        if (!other.equals(spellings)) {
            List<Interaction> said = new ArrayList<>(said("Please, use " + other.get(0) + ", as always."));
            said.addAll(result(
                    "m2",
                    "read_mail",
                    Json.object(),
                    ContentOrigin.WEB.mark(ToolEnvelope.ok(String.join(" or ", spellings)))));
            assertThat(found(said, nested ? "to" : "account", argument)).hasSize(1);
        }
    }

    /** A value, and the spellings in which a person would write the same. */
    @Provide
    Arbitrary<List<String>> values() {
        // Each kind has letters of its own: a part of an address that the user wrote is the user's.
        Arbitrary<String> name = word('a');
        Arbitrary<String> mail = word('h');
        Arbitrary<String> page = word('p');
        Arbitrary<String> digits = Arbitraries.strings().withCharRange('1', '9').ofLength(12);
        return Arbitraries.oneOf(
                name.map(one -> List.of(one, one.toUpperCase(Locale.ROOT))),
                Combinators.combine(mail, mail)
                        .as((who, host) -> List.of(who + "@" + host + ".org", who + "@" + host + ".Org")),
                Combinators.combine(page, page)
                        .as((host, path) -> List.of(
                                "https://" + host + ".com/" + path,
                                host + ".com/" + path,
                                "www." + host + ".com/" + path + "/")),
                digits.map(number -> List.of(
                        "DE89" + number,
                        "DE89 " + number.substring(0, 4) + " " + number.substring(4),
                        "de89" + number)),
                Arbitraries.integers()
                        .between(1_000, 999_999)
                        .map(number ->
                                List.of("" + number, String.format(Locale.ROOT, "%,d", number), number + ".00")));
    }

    private static Arbitrary<String> word(char first) {
        return Arbitraries.strings().withCharRange(first, (char) (first + 6)).ofLength(9);
    }
}
