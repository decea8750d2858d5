package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class ToolCallPairingLawTest {

    @Property(tries = 2000)
    void transcriptThatIsAskedWhileItGrows_saysWhatAFreshListSays(
            @ForAll("items") List<Interaction> items, @ForAll List<Boolean> asked) {
        Transcript growing = Transcript.empty();
        for (int i = 0; i < items.size(); i++) {
            growing = growing.append(items.get(i));
            if (!asked.isEmpty() && asked.get(i % asked.size())) {
                assertThat(AiBody.unpaired(growing)).isEqualTo(AiBody.unpaired(new ArrayList<>(growing)));
            }
        }
        assertThat(AiBody.unpaired(growing)).isEqualTo(AiBody.unpaired(new ArrayList<>(items)));
    }

    @Provide
    Arbitrary<List<Interaction>> items() {
        Arbitrary<Interaction> single = Arbitraries.of(
                Interaction.user("u"),
                new Interaction.Assistant(List.of(new Part.Text("a"))),
                call("1"),
                call("2"),
                new Interaction.ToolResult("1", ToolEnvelope.ok(1)),
                new Interaction.ToolResult("2", ToolEnvelope.ok(2)));
        Arbitrary<List<Interaction>> round = Arbitraries.of(
                List.of(Interaction.user("u"), new Interaction.Assistant(List.of(new Part.Text("a")))),
                List.of(call("1"), new Interaction.ToolResult("1", ToolEnvelope.ok(1))),
                List.of(
                        call("1"),
                        call("2"),
                        new Interaction.ToolResult("1", ToolEnvelope.ok(1)),
                        new Interaction.ToolResult("2", ToolEnvelope.ok(2))));
        return Arbitraries.frequencyOf(Tuple.of(1, single.map(List::of)), Tuple.of(4, round))
                .list()
                .ofMaxSize(12)
                .map(rounds -> rounds.stream().flatMap(List::stream).toList());
    }

    private static Interaction call(String id) {
        return new Interaction.ToolCall(id, "draw", Json.of(Map.of()));
    }
}
