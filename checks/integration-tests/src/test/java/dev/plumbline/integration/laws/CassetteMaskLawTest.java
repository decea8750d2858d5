package dev.plumbline.integration.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.cassette.Cassette;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A recording holds what the redaction of a runtime lets out, wherever a value is and however the stream is cut. */
class CassetteMaskLawTest {
    private static final Redaction REDACTION =
            Redaction.of(RedactionOptions.ofDefaults(), Secret.of("a key of tests".toCharArray()));

    /** Makes a stream of a text, in pieces of that many characters. */
    private enum Channel {
        TEXT(AiDelta.Text::new),
        REASONING(AiDelta.Reasoning::new),
        REFUSAL(AiDelta.Refusal::new),
        ARGUMENTS(piece -> new AiDelta.ToolCallPart(0, "call_1", "write", piece)),
        DATA(text -> new AiDelta.Whole(new Part.Opaque("scripted", Json.object().with("notes", List.of(text, 3)))));

        private final Function<String, AiDelta> delta;

        Channel(Function<String, AiDelta> delta) {
            this.delta = delta;
        }

        List<AiDelta> stream(String text, int size) {
            String whole = this == ARGUMENTS ? Json.object().with("text", text).text() : text;
            int step = this == DATA ? whole.length() : size;
            List<AiDelta> stream = new ArrayList<>();
            for (int at = 0; at < whole.length(); at += step) {
                stream.add(delta.apply(whole.substring(at, Math.min(whole.length(), at + step))));
            }
            stream.add(new AiDelta.Finish(this == ARGUMENTS ? FinishReason.TOOL_CALLS : FinishReason.STOP));
            return stream;
        }
    }

    @Provide
    Arbitrary<String> values() {
        return Arbitraries.of(
                "4111 1111 1111 1111",
                "4012888888881881",
                "DE89370400440532013000",
                "DE89 3704 0044 0532 0130 00",
                "GB82 WEST 1234 5698 7654 32",
                "ann.berg@example.org",
                "sk-proj-abcdefghijklmnopqrstuvwx1234",
                "+49 170 1234567");
    }

    @Provide
    Arbitrary<String> around() {
        return Arbitraries.of("", " ", ".", ", ", ": ", "(", ") ", "\n", "Wall. ", " is it.", "'", "€ ");
    }

    @Property(tries = 400)
    @Label("C5 a cassette holds what the redaction of a runtime lets out")
    void c5_cassette_holdsWhatRedactionLetsOut(
            @ForAll("around") String before,
            @ForAll("values") String value,
            @ForAll("around") String after,
            @ForAll Channel channel,
            @ForAll @IntRange(min = 1, max = 30) int size)
            throws IOException {
        Path file = Files.createTempDirectory(Path.of("target"), "tape").resolve("room.json");
        String text = before + value + after;
        AiReturn seen;
        try (AiProvider recording = Cassette.of(file, REDACTION.mask())
                .recording()
                .of(() -> ScriptedProvider.create().streams(channel.stream(text, size)))) {
            seen = recording.call(AiCall.of(AiBody.of("Who?"), ModelId.parse("scripted:script")));
        }

        String masked = REDACTION.maskText(text, Cancellation.create());
        if (!masked.contains(value)) {
            String stored =
                    Json.parse(Files.readString(file)).at("/exchanges/0/deltas").text();
            for (String part : value.split(" ")) {
                assertThat(stored).doesNotContain(part);
            }
        }
        boolean isNumber = masked.strip().startsWith("\""); // to a log, a number alone is JSON, which gets a string
        if (channel == Channel.TEXT && !isNumber) {
            assertThat(seen.text()).isEqualTo(masked);
        }
    }

    @Property(tries = 50)
    @Label("C5 values alone and in front of a full stop are found in every place of an answer")
    void c5_valueBeforeAFullStop_isHidden(
            @ForAll("values") String value, @ForAll Channel channel, @ForAll @IntRange(min = 1, max = 30) int size)
            throws IOException {
        assertThat(REDACTION.maskText("It is " + value + ".", Cancellation.create()))
                .doesNotContain(value);
        c5_cassette_holdsWhatRedactionLetsOut("It is ", value, ".", channel, size);
    }
}
