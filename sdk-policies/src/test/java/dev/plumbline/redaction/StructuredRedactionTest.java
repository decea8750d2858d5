package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of JSON are hidden by the names of their members. */
class StructuredRedactionTest {
    private static final Json PERSON = Json.object()
            .with("password", "Sommer2024x")
            .with("ssn", "473625270")
            .with("phone", "5551234567")
            .with("client_secret", "a1b2c3d4e5f6");
    private static final List<String> VALUES = List.of("Sommer2024x", "473625270", "5551234567", "a1b2c3d4e5f6");

    private final RedactionFixture desk = RedactionFixture.ofDefaults();

    private String sent(Interaction... said) {
        desk.provider.says("ok");
        desk.ask(said);
        return desk.sentText();
    }

    private static Interaction.ToolResult result(Object value) {
        return new Interaction.ToolResult("c1", ToolEnvelope.ok(value));
    }

    private static Interaction.ToolCall call(Json arguments) {
        return new Interaction.ToolCall("c1", "save", arguments);
    }

    private String sentResult(Json value) {
        return sent(call(Json.object()), result(value));
    }

    @Test
    @Tag("S1")
    @DisplayName("S1 a result, a fact and arguments hide what the text of the same JSON hides")
    void values_areHiddenByTheirNames() {
        assertThat(sentResult(PERSON)).doesNotContain(VALUES);
        assertThat(sent(new Interaction.Context(Map.of("user", PERSON)), Interaction.user("hi")))
                .doesNotContain(VALUES);
        assertThat(sent(new Interaction.Context(PERSON.fields()), Interaction.user("hi")))
                .doesNotContain(VALUES);
        assertThat(sent(call(PERSON), result(Map.of()))).doesNotContain(VALUES);
        assertThat(sent(
                        call(Json.object()),
                        new Interaction.ToolResult(
                                "c1", ToolEnvelope.ok(Map.of()).withMeta("login", PERSON))))
                .doesNotContain(VALUES);
    }

    @ParameterizedTest(name = "S1 {0} is a name of a secret")
    @ValueSource(
            strings = {
                "clientSecret",
                "client_secret",
                "client-secret",
                "CLIENT_SECRET",
                "clientsecret",
                "apiKey",
                "APIKey",
                "api-key",
                "x-api-key",
                "accessToken",
                "refresh_token",
                "userPassword",
                "dbpassword",
                "password2",
                "newPasswords",
                "privateKey",
                "AWS_SECRET_ACCESS_KEY",
                "accessKey",
                "bearer"
            })
    void name_inAnySpelling_isAName(String name) {
        assertThat(sentResult(Json.object().with(name, "a1b2c3d4e5f6"))).doesNotContain("a1b2c3d4e5f6");
    }

    @Test
    @DisplayName("S1 numbers are hidden as strings, and have the pseudonym of the same text")
    void number_isHidden() {
        Json numbers = Json.object()
                .with("ssn", 473625270)
                .with("phoneNumber", 5551234567L)
                .with("width", 1600);
        String sent = sent(call(Json.object()), result(numbers), Interaction.user("ssn 473625270, and 473625270"));
        assertThat(sent)
                .doesNotContain("473625270", "5551234567")
                .contains(
                        "\"ssn\":\"" + RedactionFixture.pseudonym("NATIONAL_ID", "473625270") + "\"", "\"width\":1600");
    }

    @Test
    @DisplayName("S1 a number that was found once is hidden where it stands without its name")
    void number_withoutItsName_isHidden() {
        String sent = sent(
                call(Json.object()),
                result(Map.of("ssn", 473625270)),
                new Interaction.ToolCall("c2", "save", Json.object().with("id", 473625270)),
                new Interaction.ToolResult("c2", ToolEnvelope.ok(Json.object())));
        assertThat(sent).doesNotContain("473625270");
    }

    @Test
    @DisplayName("S1 arrays, nested objects and neutral names have the name above them")
    void name_reachesBelow() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add("55512345" + (10 + i));
        }
        assertThat(sentResult(Json.object().with("phones", many))).doesNotContain("55512345");
        Json deep = Json.object()
                .with(
                        "credentials",
                        Map.of(
                                "secret",
                                Map.of("of", "the whole office in the north wing", "is", List.of("a1b2c3d4e5f6"))))
                .with(
                        "phone",
                        Map.of("label", "the one on the wall beside the western window", "number", "5551234567"));
        assertThat(sentResult(deep)).doesNotContain("a1b2c3d4e5f6", "5551234567");
    }

    @Test
    @DisplayName("S1 keys that are values, JSON in a string, and what comes in pieces are hidden")
    void otherForms_areHidden() {
        assertThat(sentResult(Json.object().with("anna@example.org", 1))).doesNotContain("anna");
        Json inside = Json.object().with("clientSecret", "a1b2c3d4e5f6").with("note", "say \"hi\"");
        assertThat(sentResult(Json.object().with("body", inside.text())))
                .doesNotContain("a1b2c3d4e5f6")
                .contains("note");
        assertThat(sentResult(Json.object()
                        .with("body", Json.object().with("raw", inside.text()).text())))
                .doesNotContain("a1b2c3d4e5f6");
        Json key = Json.of(List.of("-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqh", "-----END PRIVATE KEY-----"));
        assertThat(sentResult(key)).doesNotContain("MIIEvQIBADANBgkqh");
    }

    @Test
    @DisplayName("S1 patterns are held against the text, too")
    void pattern_overNameAndValue_isFound() {
        RedactionFixture patterns = new RedactionFixture(RedactionOptions.ofDefaults()
                .withPattern("\"room\":\"[A-Z][0-9]+\"")
                .withPattern("77[0-9]{2}"));
        patterns.provider.says("ok");
        patterns.ask(call(Json.object()), result(Map.of("room", "B204", "floor", 7712)));
        assertThat(patterns.sentText()).doesNotContain("B204", "7712");
    }

    @Test
    @DisplayName("S1 a pseudonym behind the word password is no password")
    void pseudonym_isNotHiddenAgain() {
        String name = RedactionFixture.pseudonym("KEY", "Sommer2024x");
        assertThat(sent(call(Json.object()), result(Map.of("password", name)))).contains(name);
    }

    @Test
    @DisplayName("S1 neutral values of a drawing are hidden no more than in the text")
    void neutralValues_stay() {
        for (String drawing : List.of(
                "{\"desk\":{\"width\":1600,\"height\":720.5,\"depth\":800},\"on\":true,\"none\":null}",
                "{\"cells\":[{\"note\":\"a wall of the north wing, beside the window\",\"part\":4711081522},{\"id\":12345679}]}",
                "{\"desks\":[{\"note\":\"a wall of the north wing, beside the window\",\"size\":\"1600 800 720\"}]}",
                "{\"mobile\":{\"note\":\"a pedestal that stands below the table, on wheels\",\"part\":\"4711-0815-22\"}}",
                "{\"ean\":4006381333931}",
                "{\"serialNumber\":\"4111111111111111\"}",
                "{\"version\":\"10.20.30.40\"}",
                "{\"bearers\":[{\"note\":\"a beam of the north wing, beside the window\",\"id\":\"B12-3045-X\"}]}",
                "{\"tokens\":{\"note\":\"what the model has read and written so far\",\"model\":\"gpt-5-2025\"}}",
                "{\"layer\":\"A-WALL-0815\",\"dialog\":{\"name\":\"edit\"}}")) {
            assertThat(sent(Interaction.user(drawing)))
                    .contains(Json.of(drawing).text());
            assertThat(sentResult(Json.parse(drawing))).contains(drawing);
        }
    }

    private AiReturn called(Json schema, Json arguments, Interaction... said) {
        desk.provider.callsTool("save", arguments.fields());
        ToolDefinition tool = new ToolDefinition("save", "Saves.", schema, Optional.empty(), Set.of(), "");
        return desk.ask(desk.builder(List.of(said)).tools(List.of(tool)).build());
    }

    private static Json arguments(AiReturn ret) {
        return ret.toolCalls().get(0).arguments();
    }

    @Test
    @Tag("S1")
    @DisplayName("S1 arguments get a number back where the schema wants one, and a string where it wants that")
    void arguments_getTheirTypeBack() {
        String ssn = RedactionFixture.pseudonym("NATIONAL_ID", "473625270");
        Json schema = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\"},"
                        + "\"text\":{\"type\":\"string\"},\"all\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/n\"}},"
                        + "\"either\":{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"number\"}]}},"
                        + "\"additionalProperties\":{\"type\":[\"integer\",\"null\"]},\"$defs\":{\"n\":{\"type\":\"number\"}}}");
        Json sent = Json.object()
                .with("number", ssn)
                .with("text", ssn)
                .with("all", List.of(ssn))
                .with("either", ssn)
                .with("more", ssn)
                .with(ssn, "of " + ssn);
        Json got = arguments(called(schema, sent, call(Json.object()), result(Map.of("ssn", "473625270"))));
        assertThat(got.text())
                .isEqualTo("{\"number\":473625270,\"text\":\"473625270\",\"all\":[473625270],\"either\":473625270,"
                        + "\"more\":473625270,\"473625270\":\"of 473625270\"}");
    }

    @ParameterizedTest(name = "S1 where the schema says nothing, {0} comes back as it was")
    @CsvSource({"473625270,473625270", "'\"473625270\"','\"473625270\"'"})
    void arguments_withoutASchema_comeBackAsTheyWere(String held, String expected) {
        Json sent = Json.object().with("value", RedactionFixture.pseudonym("NATIONAL_ID", "473625270"));
        Json result = Json.parse("{\"ssn\":" + held + "}");
        Json got = arguments(called(Json.parse("{\"type\":\"object\"}"), sent, call(Json.object()), result(result)));
        assertThat(got.get("value")).isEqualTo(Json.parse(expected));
    }

    @Test
    @DisplayName("S1 arguments that are hidden from a tool are sent hidden by the same names")
    void mask_knowsNames() {
        desk.provider.callsTool("save", PERSON.fields());
        AiReturn ret = desk.ask(desk.redaction.mask(), desk.call(List.of(Interaction.user("hi"))));
        assertThat(ret.error()).map(AiError::category).isEmpty();
        assertThat(arguments(ret).text()).doesNotContain(VALUES);
    }

    @Test
    @DisplayName("S1 schemas are scanned leaf by leaf: their names are names of members, not of values")
    void schema_isScannedLeafByLeaf() {
        Json schema = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"string\",\"format\":\"sha256-hex\"}}}");
        desk.provider.says("ok");
        ToolDefinition tool = new ToolDefinition("save", "Saves.", schema, Optional.empty(), Set.of(), "");
        desk.ask(desk.builder(List.of(Interaction.user("hi")))
                .tools(List.of(tool))
                .build());
        assertThat(desk.last().tools().get(0).inputSchema()).isEqualTo(schema);
    }

    @Test
    @DisplayName("S1 a value that is hidden as a part of a longer one is hidden in other places, too")
    void partOfLongerValue_isHiddenElsewhere() {
        Json json = Json.parse("{\"api_key\":{\"note\":\"\\n473625270\\\\\",\"a\":\"FE80::4D1C:1\","
                + "\"ssn\":{\"width\":\"=473625270ü\\t\"}}}");
        assertThat(sentResult(json)).doesNotContain("473625270");
    }
}
