package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProgramArbitrariesTest {

    @Property(tries = 200)
    void brokenTranscript_isNeverSent(@ForAll("broken") List<Interaction> transcript) {
        assertThat(AiBody.unpaired(transcript)).isPresent();
    }

    @Property(tries = 200)
    void schema_isOfAnObject_andItsInstancesHaveWhatItRequires(@ForAll("schemas") Json schema) {
        Json instance = AiArbitraries.instances(schema).sample();

        assertThat(schema.get("type").asText()).isEqualTo("object");
        schema.get("required")
                .elements()
                .forEach(
                        name -> assertThat(instance.get(name.asText()).exists()).isTrue());
        assertThat(schema.get("properties").fields().keySet())
                .containsAll(instance.fields().keySet());
    }

    @Property(tries = 200)
    void violation_isNoInstance(@ForAll("schemas") Json schema) {
        assertThat(AiArbitraries.violations(schema).sample())
                .isNotEqualTo(AiArbitraries.instances(schema).sample());
    }

    @Property(tries = 100)
    void tools_haveNamesOfTheirOwn(@ForAll("tools") List<ToolDefinition> tools) {
        assertThat(tools).extracting(ToolDefinition::name).doesNotHaveDuplicates();
    }

    @Example
    void bounds_ofASchema_comeOften() {
        Json schema = Json.object().with("type", "integer").with("minimum", 1).with("maximum", 1_000_000);

        assertThat(AiArbitraries.instances(schema).sampleStream().limit(200))
                .contains(Json.of(1), Json.of(1_000_000))
                .allMatch(value -> value.asInt() >= 1 && value.asInt() <= 1_000_000);
    }

    @Example
    void schema_thatEverythingSatisfies_hasNoViolation() {
        assertThatThrownBy(() -> AiArbitraries.violations(Json.object())).isInstanceOf(IllegalArgumentException.class);
    }

    @Provide
    Arbitrary<List<Interaction>> broken() {
        return AiArbitraries.brokenTranscripts();
    }

    @Provide
    Arbitrary<Json> schemas() {
        return AiArbitraries.schemas();
    }

    @Provide
    Arbitrary<List<ToolDefinition>> tools() {
        return AiArbitraries.tools();
    }
}
