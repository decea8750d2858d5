package dev.plumbline.providers.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the table says about a schema, and how a tool's schema is made to fit. */
class AcceptedSchemasTest {
    private static final Json POINT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"}},\"required\":[\"x\"],"
                    + "\"additionalProperties\":false}");

    private static Json with(String member, String schema) {
        return POINT.with("properties", Json.object().with(member, Json.parse(schema)))
                .with("required", List.of(member));
    }

    @Test
    void aClosedObject_isStrictEverywhere() {
        for (AcceptedSchemas row :
                List.of(AcceptedSchemas.OPENAI, AcceptedSchemas.ANTHROPIC, AcceptedSchemas.UNKNOWN)) {
            assertThat(row.fault(POINT)).isEmpty();
        }
    }

    @Test
    void w30_aMap_isNotStrict() {
        Json map = with("counts", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
        assertThat(AcceptedSchemas.OPENAI.fault(map))
                .hasValueSatisfying(why -> assertThat(why).contains("other members", "/properties/counts"));
        assertThat(AcceptedSchemas.ANTHROPIC.fault(map)).isPresent();
    }

    @Test
    void w31_recursion_isNotTakenByAnthropic() {
        Json node = with("children", "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}");
        assertThat(AcceptedSchemas.ANTHROPIC.fault(node))
                .hasValueSatisfying(why -> assertThat(why).contains("refers to itself"));
        assertThat(AcceptedSchemas.OPENAI.fault(node)).isEmpty();
        Json through = with("a", "{\"$ref\":\"#/$defs/A\"}")
                .with(
                        "$defs",
                        Json.parse("{\"A\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/B\"}},"
                                + "\"B\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/A\"}]}}"));
        assertThat(AcceptedSchemas.ANTHROPIC.fault(through)).isPresent();
        Json twice = with("a", "{\"anyOf\":[{\"$ref\":\"#/$defs/A\"},{\"$ref\":\"#/$defs/A\"}]}")
                .with("$defs", Json.parse("{\"A\":{\"type\":\"string\"}}"));
        assertThat(AcceptedSchemas.ANTHROPIC.fault(twice)).isEmpty();
    }

    @Test
    void w32_anOptionalMember_isNotStrictAtAnUnknownAddress() {
        assertThat(AcceptedSchemas.UNKNOWN.fault(POINT.without("required"))).isPresent();
        assertThat(AcceptedSchemas.ANTHROPIC.fault(POINT.without("required"))).isEmpty();
    }

    @Test
    void w34_moreThan24OptionalMembers_areNotTakenByAnthropic() {
        Json members = Json.object();
        for (int i = 0; i < 24; i++) {
            members = members.with("m" + i, Json.object().with("type", "string"));
        }
        Json most = POINT.with("properties", members).without("required");
        assertThat(AcceptedSchemas.ANTHROPIC.fault(most)).isEmpty();
        Json more = most.with("properties", members.with("one", Json.object().with("type", "string")));
        assertThat(AcceptedSchemas.ANTHROPIC.fault(more))
                .hasValueSatisfying(why -> assertThat(why).contains("25 members"));
    }

    @Test
    void w33_alternativesAtTheRoot_becomeOneObject() {
        Json tool = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},\"required\":[\"id\"],"
                        + "\"anyOf\":[{\"required\":[\"title\"],\"properties\":{\"title\":{\"type\":\"string\"}}},"
                        + "{\"$ref\":\"#/$defs/Size\"}],\"allOf\":[{\"properties\":{\"by\":{\"type\":\"string\"}},\"required\":[\"by\"]}],"
                        + "\"$defs\":{\"Size\":{\"properties\":{\"size\":{\"type\":\"integer\"}},\"required\":[\"size\"]}}}");
        ToolSchema fitted = ToolSchema.of(tool, AcceptedSchemas.ToolRules.PLAIN_ROOT);
        Json sent = fitted.sent().orElseThrow();
        assertThat(sent.get("anyOf").exists() || sent.get("allOf").exists()).isFalse();
        assertThat(sent.get("properties").fields().keySet()).containsExactlyInAnyOrder("id", "by", "title", "size");
        assertThat(sent.get("required").elements().stream().map(Json::asText)).containsExactly("id", "by");
        assertThat(fitted.remark()).isPresent();
    }

    @Test
    void w33_aNameThatIsNotTaken_costsItsParameter_orItsTool() {
        Json tool = with("$top", "{\"type\":\"integer\"}");
        assertThat(ToolSchema.of(tool, AcceptedSchemas.ToolRules.PLAIN_ROOT_AND_NAMES)
                        .sent())
                .isEmpty();
        Json optional = tool.without("required");
        ToolSchema fitted = ToolSchema.of(optional, AcceptedSchemas.ToolRules.PLAIN_ROOT_AND_NAMES);
        assertThat(fitted.sent().orElseThrow().get("properties").fields()).isEmpty();
        assertThat(ToolSchema.of(tool, AcceptedSchemas.ToolRules.PLAIN_ROOT).remark())
                .isEmpty();
    }

    @Test
    void anObjectThatNamesMembers_isClosed_andOneThatSaysItIsOpenIsNot() {
        assertThat(ClosedObjects.of(POINT.without("additionalProperties"))).isEqualTo(POINT);
        Json open = POINT.with("additionalProperties", true);
        assertThat(ClosedObjects.of(open)).isEqualTo(open);
        Json free = Json.object().with("type", "object");
        assertThat(ClosedObjects.of(free)).isEqualTo(free);
    }
}
