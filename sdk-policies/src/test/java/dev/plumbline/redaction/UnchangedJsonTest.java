package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds nothing that is hidden is passed on as it is, and no place in it is looked for. */
class UnchangedJsonTest {
    private final List<String> scanned = new ArrayList<>();
    private final TextReplacement change = new TextReplacement(this::finds, MatchReplacer.mask());

    private List<Match> finds(String text) {
        scanned.add(text);
        int at = text.indexOf("secret-of-mine");
        return at < 0 ? new ArrayList<>() : new ArrayList<>(List.of(new Match("KEY", at, at + 14)));
    }

    @Test
    void s1_valueWithoutFinds_isItself() {
        Json json =
                Json.parse("{\"walls\":[{\"id\":\"w1\",\"length\":5},{\"id\":\"w2\",\"length\":7.5}],\"more\":true}");
        assertThat(JsonLeafMapper.isSame(JsonLeafMapper.ofValues(change).change(json), json))
                .isTrue();
    }

    @Test
    void s1_resultAndCallWithoutFinds_areThemselves() {
        InteractionRedactor redactor = InteractionRedactor.finding(change, false, "");
        Interaction result = new Interaction.ToolResult("c1", ToolEnvelope.ok(Json.parse("{\"id\":\"w1\"}")));
        Interaction failed =
                new Interaction.ToolResult("c1", ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "no such wall"));
        Interaction call = new Interaction.ToolCall("c1", "draw", Json.parse("{\"length\":5}"));
        assertThat(redactor.interaction(result)).isSameAs(result);
        assertThat(redactor.interaction(failed)).isSameAs(failed);
        assertThat(redactor.interaction(call)).isSameAs(call);
    }

    @Test
    void s1_nameOfManyMembers_isLookedAtOnce() {
        Json json = Json.parse("[{\"length\":5},{\"length\":7},{\"length\":9}]");
        JsonLeafMapper.ofValues(change).change(json);
        assertThat(scanned.stream().filter("length"::equals)).hasSize(1);
    }

    @Test
    void oneLeafThatChanges_leavesItsNeighboursInTheirOrder() {
        Json json = Json.parse("{\"a\":1,\"b\":[\"x\",\"secret-of-mine\",\"y\"],\"c\":{\"d\":null}}");
        assertThat(JsonLeafMapper.ofValues(change).change(json).text())
                .isEqualTo("{\"a\":1,\"b\":[\"x\",\"[KEY]\",\"y\"],\"c\":{\"d\":null}}");
    }

    @Test
    void nameThatIsHidden_isHiddenInEachMember() {
        Json json = Json.parse("[{\"secret-of-mine\":5},{\"secret-of-mine\":7}]");
        assertThat(JsonLeafMapper.ofValues(change).change(json).text()).doesNotContain("secret-of-mine");
    }
}
