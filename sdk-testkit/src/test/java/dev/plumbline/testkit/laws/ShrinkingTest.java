package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.Shrinkable;

/** What is left of a failing input once it has been shrunk is what a person would have written down. */
class ShrinkingTest {

    /** The first random input that fails, shrunk step by step as long as it still fails. */
    private static <T> T smallest(Arbitrary<T> arbitrary, Predicate<T> fails) {
        Random random = new Random(42);
        Shrinkable<T> found = Stream.generate(() -> arbitrary.generator(1000).next(random))
                .filter(one -> fails.test(one.value()))
                .findFirst()
                .orElseThrow();
        for (Optional<Shrinkable<T>> next = Optional.of(found); next.isPresent(); ) {
            Shrinkable<T> here = next.get();
            found = here;
            next = here.shrink()
                    .filter(smaller -> smaller.distance().compareTo(here.distance()) < 0)
                    .filter(smaller -> fails.test(smaller.value()))
                    .findFirst();
        }
        return found.value();
    }

    @Example
    void transcript_withACall_isTheCallAndItsResult() {
        List<Interaction> smallest = smallest(
                AiArbitraries.transcripts(),
                transcript -> transcript.stream().anyMatch(Interaction.ToolCall.class::isInstance));

        assertThat(smallest).hasSize(2);
        assertThat(smallest.get(0)).isInstanceOf(Interaction.ToolCall.class);
        assertThat(smallest.get(1)).isInstanceOf(Interaction.ToolResult.class);
    }

    @Example
    void stream_withASecret_isOnePiece() {
        AiDelta secret = new AiDelta.Text("secret");

        assertThat(smallest(
                        AiArbitraries.streams(Arbitraries.of("a", "wall", "secret")),
                        stream -> stream.contains(secret)))
                .containsExactly(secret);
    }

    @Example
    void json_withAList_isTheEmptyList() {
        assertThat(smallest(AiArbitraries.json(), json -> json.text().contains("[")))
                .isEqualTo(Json.array());
    }

    @Example
    void arguments_beyondALimit_areOneBeyond() {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"length\":{\"type\":\"integer\",\"minimum\":0},"
                + "\"label\":{\"type\":\"string\"}},\"required\":[\"length\"]}");

        assertThat(smallest(
                        AiArbitraries.instances(schema),
                        wall -> wall.get("length").asDouble() > 1000))
                .isEqualTo(Json.object().with("length", 1001));
    }

    @Example
    void brokenTranscript_isTheBrokenRoundAlone() {
        assertThat(smallest(AiArbitraries.brokenTranscripts(), transcript -> true))
                .hasSizeBetween(3, 5);
    }
}
