package dev.plumbline.providers.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ChatCompletionsEncoderLawsTest {
    private static final ModelId MODEL = ModelId.parse("openai:gpt-5-mini");

    @Provide
    Arbitrary<List<Interaction>> transcripts() {
        return AiArbitraries.transcripts();
    }

    private static String encode(List<? extends Interaction> transcript) {
        AiCall call = AiCall.of(AiBody.builder().addAll(transcript).build(), MODEL);
        return new String(
                new ChatCompletionsEncoder("scripted", ServerDialect.of("openrouter")).encode(call),
                StandardCharsets.UTF_8);
    }

    @Property(tries = 100)
    void equal_calls_have_equal_bytes(@ForAll("transcripts") List<Interaction> transcript) {
        AiBody body = AiBody.builder().addAll(transcript).build();
        assertThat(encode(transcript))
                .isEqualTo(encode(AiBody.from(body.toJson()).interactions()));
    }

    /** Whatever a user adds behind a transcript, the request begins with the bytes of the one before. */
    @Property(tries = 100)
    void longer_request_begins_with_the_shorter_one(
            @ForAll("transcripts") List<Interaction> transcript, @ForAll("transcripts") List<Interaction> more) {
        List<Interaction> longer = new ArrayList<>(transcript);
        longer.add(Interaction.user("And then?"));
        longer.addAll(more);
        String before = encode(transcript);
        assertThat(encode(longer)).startsWith(before.substring(0, before.length() - "]}".length()));
    }

    @Property(tries = 100)
    void every_call_is_answered_in_what_is_sent(@ForAll("transcripts") List<Interaction> transcript) {
        List<Json> messages =
                List.copyOf(Json.parse(encode(transcript)).get("messages").elements());
        List<String> asked = messages.stream()
                .filter(message -> message.get("tool_calls").exists())
                .flatMap(message -> message.get("tool_calls").elements().stream())
                .map(call -> call.get("id").asText())
                .toList();
        List<String> answered = messages.stream()
                .filter(message -> message.get("role").asText().equals("tool"))
                .map(message -> message.get("tool_call_id").asText())
                .toList();
        assertThat(answered).isEqualTo(asked);
    }
}
