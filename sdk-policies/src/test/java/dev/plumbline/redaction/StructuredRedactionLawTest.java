package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** JSON as a value hides no less than the same JSON as text, for JSON with secrets of every kind under names of every kind. */
class StructuredRedactionLawTest {
    private static final List<String> NAMES = List.of(
            "password",
            "passwd",
            "client_secret",
            "clientSecret",
            "client-secret",
            "apiKey",
            "api_key",
            "token",
            "authToken",
            "ssn",
            "socialSecurity",
            "social security",
            "phone",
            "phoneNumber",
            "fax",
            "mobile",
            "tel",
            "desk",
            "cell",
            "dni",
            "nino",
            "ip",
            "host",
            "version",
            "ean",
            "serial",
            "a",
            "b",
            "id",
            "value",
            "items",
            "note",
            "width",
            "north wing",
            "the part of the building that nobody has seen",
            "\"quoted\"",
            "näme",
            "x\\y",
            "anna@example.org",
            "line\nbreak");
    private static final List<String> KINDS = List.of("MAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "IP");
    private static final List<String> KEYS = List.of(
            "Sommer2024x",
            "a1b2c3d4e5f6",
            "sk-abcdefghijklmnop1234",
            "hunter2x99",
            "ghp_abcdefghijklmnopqrstuvwxyz012345",
            "Tr0ub4dor&3",
            "473625270",
            "5551234567",
            "12345678Z",
            "1.2.3.4");
    private static final List<String> WORDS = List.of(
            "wall",
            "password: ",
            "my ssn is ",
            "call me at ",
            "ü\t",
            "\"",
            "\\",
            "\n",
            "a-b",
            " ",
            "1600 800 720",
            "=");

    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z][A-Z_]*_[0-9a-f]{16}");

    private final List<String> planted = new ArrayList<>();

    private String secret(Random random, SensitiveSamples values) {
        String secret = random.nextInt(3) == 0
                ? KEYS.get(random.nextInt(KEYS.size()))
                : values.next(KINDS.get(random.nextInt(KINDS.size())));
        planted.add(secret);
        return secret;
    }

    private boolean wordsAround = true;

    private Json json(Random random, SensitiveSamples values, int depth) {
        int kind = random.nextInt(depth > 4 ? 5 : 8);
        kind = !wordsAround && (kind == 3 || kind == 4) ? 2 : kind;
        return switch (kind) {
            case 0 ->
                Json.of(random.nextBoolean() ? (Object) (random.nextInt(5_000) / 2.0) : (Object) random.nextBoolean());
            case 1, 2 -> leaf(secret(random, values));
            case 3 -> Json.of(values.pick(WORDS) + secret(random, values) + values.pick(WORDS));
            case 4 -> Json.of(values.pick(WORDS) + values.pick(WORDS));
            case 5 -> {
                List<Json> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    elements.add(json(random, values, depth + 1));
                }
                yield Json.of(elements);
            }
            default -> object(random, values, depth);
        };
    }

    private Json object(Random random, SensitiveSamples values, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            fields.put(values.pick(NAMES), json(random, values, depth + 1));
        }
        return Json.of(fields);
    }

    /** Digits stand as a number half of the time. */
    private static Json leaf(String secret) {
        boolean digits = secret.chars().allMatch(AsciiChars::digit) && !secret.startsWith("0");
        return digits && secret.hashCode() % 2 == 0 ? Json.parse(secret) : Json.of(secret);
    }

    private static String sent(Interaction... said) {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider.says("ok");
        desk.ask(said);
        return desk.sentText();
    }

    private static boolean shows(String sent, String value) {
        String written = Json.of(value).text();
        return sent.contains(value) || sent.contains(written.substring(1, written.length() - 1));
    }

    @Property(tries = 1_500)
    @Tag("S1")
    @Label("S1 what the text of a JSON hides, its value hides: in results, facts and arguments")
    void value_hidesWhatItsTextHides(@ForAll long seed) {
        planted.clear();
        Random random = new Random(seed);
        Json json = object(random, new SensitiveSamples(seed), 0);
        String text = sent(Interaction.user(json.text()));
        String result = sent(
                new Interaction.ToolCall("c1", "look", Json.object()),
                new Interaction.ToolResult("c1", ToolEnvelope.ok(json)));
        String fact = sent(new Interaction.Context(json.fields()), Interaction.user("hi"));
        String arguments = sent(
                new Interaction.ToolCall("c1", "save", json),
                new Interaction.ToolResult("c1", ToolEnvelope.ok(Json.object())));
        for (String value : planted) {
            // a value before a backslash ends elsewhere in the text, where the backslash is one of two
            if (!shows(text, value) && !json.text().contains(value + "\\\\")) {
                assertThat(List.of(shows(result, value), shows(fact, value), shows(arguments, value)))
                        .as("%s is hidden in the result, the fact, the arguments made of %s", value, json.text())
                        .containsOnly(false);
            }
        }
    }

    @Property(tries = 500)
    @Label("S1 a leaf that is a pseudonym is not hidden again")
    void pseudonym_isNotHiddenAgain(@ForAll long seed) {
        wordsAround = false;
        Json json = object(new Random(seed), new SensitiveSamples(seed), 0);
        PseudonymGenerator pseudonyms = new PseudonymGenerator(RedactionFixture.KEY, "drawing");
        JsonLeafMapper leaves = JsonLeafMapper.ofValues(
                new TextReplacement(new TextRedactor(RedactionOptions.ofDefaults())::finds, pseudonyms));
        Json once = leaves.change(json);
        String twice = leaves.change(once).text();
        Pattern leaf = Pattern.compile("\"" + PSEUDONYM.pattern() + "\""); // with more behind it, it is another text
        assertThat(leaf.matcher(once.text()).results().map(MatchResult::group)).allMatch(twice::contains);
    }

    @Example
    @Label("52 a pseudonym of a key is not hidden again where more follows it: its kind is a word for a secret")
    void pseudonymWithMore_isNotHiddenAgain() {
        JsonLeafMapper leaves = JsonLeafMapper.ofValues(new TextReplacement(
                new TextRedactor(RedactionOptions.ofDefaults())::finds,
                new PseudonymGenerator(RedactionFixture.KEY, "drawing")));
        for (String more : List.of(" 2213506", ") 825044", " x")) {
            Json once = Json.object().with("authToken", "KEY_d86efd1fe278ec39" + more);
            assertThat(leaves.change(once)).isEqualTo(once);
        }
        Json alike = Json.object().with("password", "_d86efd1fe278ec39");
        assertThat(leaves.change(alike).text()).doesNotContain("d86efd1fe278ec39");
    }

    @Property(tries = 500)
    @Label("S1 every member stays, also where two names are hidden by the same words")
    void members_stay(@ForAll long seed) {
        Random random = new Random(seed);
        Json json = object(random, new SensitiveSamples(seed), 0)
                .with("otto@example.org", 1)
                .with(random.nextBoolean() ? "[MAIL]" : "[MAIL]_2", 2)
                .with("berta@example.org", object(random, new SensitiveSamples(seed), 3))
                .with("OTTO@example.org", 4);
        for (MatchReplacer replacer :
                List.of(MatchReplacer.mask(), new PseudonymGenerator(RedactionFixture.KEY, "drawing"))) {
            JsonLeafMapper leaves = JsonLeafMapper.ofValues(
                    new TextReplacement(new TextRedactor(RedactionOptions.ofDefaults())::finds, replacer));
            assertThat(members(leaves.change(json))).isEqualTo(members(json));
        }
    }

    private static int members(Json json) {
        return switch (json.kind()) {
            case OBJECT ->
                json.fields().size()
                        + json.fields().values().stream()
                                .mapToInt(StructuredRedactionLawTest::members)
                                .sum();
            case ARRAY ->
                json.elements().stream()
                        .mapToInt(StructuredRedactionLawTest::members)
                        .sum();
            default -> 0;
        };
    }

    @Example
    @Label("S1 a pseudonym is never a number, which could be that of a card, and never an IBAN of Belgium")
    void pseudonym_isNoValueItself() {
        PseudonymGenerator pseudonyms = new PseudonymGenerator(RedactionFixture.KEY, "drawing");
        for (int i = 0; i < 20_000; i++) { // one in 1,843 was a number
            assertThat(pseudonyms.of("KEY", "value " + i)).matches("KEY_(?!be)[0-9a-f]*[a-f][0-9a-f]*");
        }
    }
}
