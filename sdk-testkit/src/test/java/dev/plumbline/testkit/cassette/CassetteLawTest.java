package dev.plumbline.testkit.cassette;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a comparison names, for generated calls and answers. */
class CassetteLawTest {
    private static final ModelId MODEL = ModelId.parse("scripted:script");
    private static final ResponsePolicy PLAIN = ResponsePolicy.filter(call -> DeltaFilter.NONE);

    private static void ask(Cassette cassette, List<AiDelta> answer) {
        try (AiProvider provider = cassette.of(() -> ScriptedProvider.create().streams(answer))) {
            provider.call(AiCall.of(AiBody.of("A wall."), MODEL));
        }
    }

    private static List<String> compared(Path file, List<AiDelta> now) {
        List<String> drift = new ArrayList<>();
        ask(Cassette.of(file, PLAIN).comparing().reporting(drift::add), now);
        return drift;
    }

    @Property(tries = 200)
    @Label("C5 a comparison is silent for the same answer, however it is cut, and names another one")
    void c5_comparing_isSilentForTheSameAnswerOnly(
            @ForAll("streams") List<AiDelta> recorded, @ForAll("streams") List<AiDelta> now) throws IOException {
        Path file = Files.createTempDirectory(Path.of("target"), "tape").resolve("room.json");
        ask(Cassette.of(file, PLAIN).recording(), recorded);
        List<AiDelta> stored = RecordedExchange.from(
                        Json.parse(Files.readString(file)).at("/exchanges/0"))
                .deltas();
        assertThat(AiReturn.builder().deltas(stored).build().interactions())
                .isEqualTo(AiReturn.builder().deltas(recorded).build().interactions());

        List<String> drift = compared(file, now);

        assertThat(drift.isEmpty())
                .as("%s", drift)
                .isEqualTo(AiReturn.builder()
                                .deltas(now)
                                .build()
                                .interactions()
                                .equals(AiReturn.builder()
                                        .deltas(recorded)
                                        .build()
                                        .interactions())
                        && AiReturn.builder()
                                .deltas(now)
                                .build()
                                .usage()
                                .equals(AiReturn.builder()
                                        .deltas(recorded)
                                        .build()
                                        .usage())
                        && AiReturn.builder().deltas(now).build().finish()
                                == AiReturn.builder().deltas(recorded).build().finish());
        assertThat(compared(file, split(recorded))).isEmpty();
    }

    @Provide
    Arbitrary<List<AiDelta>> streams() {
        return AiArbitraries.streams(Arbitraries.of("a", "b ", "wall", "\n"));
    }

    /** Returns a stream with each text in pieces of one character. */
    private static List<AiDelta> split(List<AiDelta> stream) {
        return stream.stream()
                .flatMap(delta -> delta instanceof AiDelta.Text text
                        ? text.text().chars().mapToObj(c -> (AiDelta) new AiDelta.Text(String.valueOf((char) c)))
                        : Stream.of(delta))
                .toList();
    }

    @Property(tries = 200)
    @Label("C5 each difference of two calls is named")
    void c5_differencesOfCalls_areNamed(
            @ForAll("bodies") AiBody one, @ForAll("bodies") AiBody other, @ForAll("tools") List<ToolDefinition> tools) {
        AiCall asked = AiCall.of(one, MODEL);
        for (AiCall changed : List.of(
                AiCall.of(other, MODEL),
                AiCall.of(one, ModelId.parse("scripted:other")),
                AiCall.builder(one, MODEL).tools(tools).build(),
                AiCall.builder(one, MODEL)
                        .options(ModelOptions.builder().seed(7L).build())
                        .build(),
                AiCall.builder(one, MODEL).outputSchema(Json.object()).build())) {
            List<String> named = CallPartDigests.difference(CallPartDigests.of(asked), CallPartDigests.of(changed));
            assertThat(named.isEmpty())
                    .as("%s", named)
                    .isEqualTo(asked.fingerprint().equals(changed.fingerprint()));
        }
    }

    @Provide
    Arbitrary<AiBody> bodies() {
        return AiArbitraries.bodies();
    }

    @Provide
    Arbitrary<List<ToolDefinition>> tools() {
        return AiArbitraries.tools();
    }
}
