package dev.plumbline.providers.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the table says about a schema, and how a tool's schema is made to fit. */
class AcceptedSchemasTest {
    private static final AcceptedSchemas OPENAI = AcceptedSchemas.of("openai");
    private static final AcceptedSchemas ANTHROPIC = AcceptedSchemas.of("anthropic");
    private static final AcceptedSchemas UNKNOWN = AcceptedSchemas.of("unknown");

    private static final Json POINT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"}},\"required\":[\"x\"],"
                    + "\"additionalProperties\":false}");

    private static Json with(String member, String schema) {
        return POINT.with("properties", Json.object().with(member, Json.parse(schema)))
                .with("required", List.of(member));
    }

    @Test
    void aClosedObject_isStrictEverywhere() {
        for (AcceptedSchemas row : List.of(OPENAI, ANTHROPIC, UNKNOWN)) {
            assertThat(row.fault(POINT)).isEmpty();
        }
    }

    @Test
    void w30_aMap_isNotStrict() {
        Json map = with("counts", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
        assertThat(OPENAI.fault(map))
                .hasValueSatisfying(why -> assertThat(why).contains("other members", "/properties/counts"));
        assertThat(ANTHROPIC.fault(map)).isPresent();
    }

    @Test
    void w30_aRequiredMemberWithoutASchema_isNotStrict() {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}},"
                + "\"required\":[\"x\",\"y\"],\"additionalProperties\":false}");
        assertThat(OPENAI.fault(schema))
                .hasValueSatisfying(why -> assertThat(why).contains("required member without a schema"));
        assertThat(OPENAI.fault(schema.with("required", List.of("y")))).isPresent();
    }

    @Test
    void w31_recursion_isNotTakenByAnthropic() {
        Json node = with("children", "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}");
        assertThat(ANTHROPIC.fault(node))
                .hasValueSatisfying(why -> assertThat(why).contains("refers to itself"));
        assertThat(OPENAI.fault(node)).isEmpty();
        Json through = with("a", "{\"$ref\":\"#/$defs/A\"}")
                .with(
                        "$defs",
                        Json.parse("{\"A\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/B\"}},"
                                + "\"B\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/A\"}]}}"));
        assertThat(ANTHROPIC.fault(through)).isPresent();
        Json twice = with("a", "{\"anyOf\":[{\"$ref\":\"#/$defs/A\"},{\"$ref\":\"#/$defs/A\"}]}")
                .with("$defs", Json.parse("{\"A\":{\"type\":\"string\"}}"));
        assertThat(ANTHROPIC.fault(twice)).isEmpty();
    }

    @Test
    void w32_anOptionalMember_isNotStrictAtAnUnknownAddress() {
        assertThat(UNKNOWN.fault(POINT.without("required"))).isPresent();
        assertThat(ANTHROPIC.fault(POINT.without("required"))).isEmpty();
    }

    @Test
    void w34_moreThan24OptionalMembers_areNotTakenByAnthropic() {
        Json members = Json.object();
        for (int i = 0; i < 24; i++) {
            members = members.with("m" + i, Json.object().with("type", "string"));
        }
        Json most = POINT.with("properties", members).without("required");
        assertThat(ANTHROPIC.fault(most)).isEmpty();
        Json more = most.with("properties", members.with("one", Json.object().with("type", "string")));
        assertThat(ANTHROPIC.fault(more))
                .hasValueSatisfying(why -> assertThat(why).contains("25 members"));
    }

    @Test
    void w33_alternativesAtTheRoot_becomeOneObject() {
        Json tool = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},\"required\":[\"id\"],"
                        + "\"anyOf\":[{\"required\":[\"title\"],\"properties\":{\"title\":{\"type\":\"string\"}}},"
                        + "{\"$ref\":\"#/$defs/Size\"}],\"allOf\":[{\"properties\":{\"by\":{\"type\":\"string\"}},\"required\":[\"by\"]}],"
                        + "\"$defs\":{\"Size\":{\"properties\":{\"size\":{\"type\":\"integer\"}},\"required\":[\"size\"]}}}");
        ToolSchema fitted = ToolSchema.of(tool, OPENAI.tools());
        Json sent = fitted.sent();
        assertThat(sent.get("anyOf").exists() || sent.get("allOf").exists()).isFalse();
        assertThat(sent.get("properties").fields().keySet()).containsExactlyInAnyOrder("id", "by", "title", "size");
        assertThat(sent.get("required").elements().stream().map(Json::asText)).containsExactly("id", "by");
        assertThat(fitted.remark()).isPresent();
    }

    @Test
    void w33_aNameThatIsNotTaken_isSentAsAnother() {
        Json tool = with("$top", "{\"type\":\"integer\"}")
                .with("properties", Json.parse("{\"$top\":{},\"_top\":{},\"@top\":{}}"));
        ToolSchema fitted = ToolSchema.of(tool, ANTHROPIC.tools());
        assertThat(fitted.sent().get("properties").fields().keySet()).containsExactly("_top_2", "_top", "_top_3");
        assertThat(fitted.sent().get("required").text()).isEqualTo("[\"_top_2\"]");
        assertThat(fitted.renamed()).containsEntry("$top", "_top_2").containsEntry("@top", "_top_3");
        assertThat(fitted.remark()).isPresent();
        assertThat(ToolSchema.of(tool, OPENAI.tools()).renamed()).isEmpty();
        String longName = "a".repeat(70);
        Json longer = Json.object()
                .with("type", "object")
                .with("properties", Json.object().with(longName, Json.object()));
        assertThat(ToolSchema.of(longer, ANTHROPIC.tools()).renamed().get(longName))
                .hasSize(64);
    }

    @Test
    void anObjectThatNamesMembers_isClosed_andOneThatSaysItIsOpenIsNot() {
        assertThat(StrictForm.of(POINT.without("additionalProperties"), OPENAI)).isEqualTo(POINT);
        Json open = POINT.with("additionalProperties", true);
        assertThat(StrictForm.of(open, OPENAI)).isEqualTo(open);
        Json free = Json.object().with("type", "object");
        assertThat(StrictForm.of(free, OPENAI)).isEqualTo(free);
    }

    @Test
    void whatAServiceDoesNotTake_isSaidInWords() {
        Json uri = with("a", "{\"type\":\"string\",\"format\":\"uri\",\"description\":\"Where.\"}");
        assertThat(StrictForm.of(uri, OPENAI).at("/properties/a").text())
                .isEqualTo("{\"type\":\"string\",\"description\":\"Where. (format: uri)\"}");
        assertThat(StrictForm.of(uri, ANTHROPIC)).isEqualTo(uri);
        Json list = with("a", "{\"type\":\"array\",\"minItems\":2,\"items\":{\"type\":\"string\"}}");
        assertThat(StrictForm.of(list, OPENAI)).isEqualTo(list);
        assertThat(StrictForm.of(list, ANTHROPIC)
                        .at("/properties/a/description")
                        .asText())
                .isEqualTo("(minItems: 2)");
    }

    @Test
    void aReferenceWithADescription_isACopy_andWithoutTheDescriptionIfItLeadsToItself() {
        Json described = with("a", "{\"$ref\":\"#/$defs/A\",\"description\":\"First.\"}")
                .with("$defs", Json.parse("{\"A\":{\"type\":\"string\"}}"));
        assertThat(StrictForm.of(described, OPENAI).at("/properties/a").text())
                .isEqualTo("{\"type\":\"string\",\"description\":\"First.\"}");
        assertThat(StrictForm.of(described, ANTHROPIC)).isEqualTo(described);
    }

    @Test
    void aPartWithoutAType_isNotStrictAtOpenAi_andConstantsHaveTheirs() {
        assertThat(OPENAI.fault(with("a", "{}"))).isPresent();
        assertThat(OPENAI.fault(with("a", "true"))).isPresent();
        assertThat(OPENAI.fault(with("a", "{\"type\":\"array\"}"))).isPresent();
        Json words = StrictForm.of(with("a", "{\"enum\":[\"x\",null]}"), OPENAI);
        assertThat(words.at("/properties/a/type").text()).isEqualTo("[\"null\",\"string\"]");
        assertThat(OPENAI.fault(words)).isEmpty();
    }

    @Test
    void aToolOfAnOlderDraft_isSentInTheNewestOne() {
        Json tool = with("a", "{\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}")
                .with("$schema", "http://json-schema.org/draft-07/schema#")
                .with("$id", "A Tool");
        Json sent = ToolSchema.of(tool, ANTHROPIC.tools()).sent();
        assertThat(sent.at("/properties/a").text())
                .isEqualTo("{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}");
        assertThat(sent.get("$schema").exists() || sent.get("$id").exists()).isFalse();
        assertThat(ToolSchema.of(with("a", "{\"type\":\"array\"}"), OPENAI.tools())
                        .sent()
                        .at("/properties/a/items")
                        .text())
                .isEqualTo("{}");
    }
}
