package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures encoding a transcript of 1,000 interactions and two new ones for the next round, in three formats, compared
 * with building the same chat messages as a string and its UTF-8 bytes. The request has about 600 KB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EncodeBenchmark {
    private static final String HERE = "http://127.0.0.1:9/v1";
    private static final String WORDS =
            "The wall \"north\" is 4.2 m long; die tragende Wand Süd ist 0,365 m dick.\n".repeat(8);

    private final List<Interaction> transcript = transcript();
    private final AiCall call =
            AiCall.of(AiBody.builder().addAll(transcript).build(), ModelId.parse("openai:gpt-5-mini"));
    private final OpenAiChat chat =
            OpenAiChat.builder("gpt-5-mini").baseUrl(HERE).build();
    private final OpenAiResponses responses =
            OpenAiResponses.builder("gpt-5-mini").baseUrl(HERE).build();
    private final AnthropicMessages messages =
            AnthropicMessages.builder("claude-sonnet-5").baseUrl(HERE).build();

    private static List<Interaction> transcript() {
        List<Interaction> items = new ArrayList<>();
        for (int i = 0; items.size() < 1_000; i++) {
            items.add(Interaction.user(i + WORDS));
            items.add(new Interaction.ToolCall(
                    "call_" + i, "measure", Json.object().with("wall", "w" + i)));
            items.add(new Interaction.ToolResult("call_" + i, ToolEnvelope.ok(WORDS + i)));
            items.add(new Interaction.Assistant(List.of(Part.text(WORDS + i))));
        }
        return items;
    }

    private AiCall next() {
        List<Interaction> longer = new ArrayList<>(transcript);
        longer.add(new Interaction.Assistant(List.of(Part.text("Done."))));
        longer.add(Interaction.user("And now?"));
        return call.withEffective(longer);
    }

    /** Measures the next round of chat completions. */
    @Benchmark
    public byte[] chatNextRound() {
        return chat.encode(next());
    }

    /** Measures the next round of OpenAI's Responses API. */
    @Benchmark
    public byte[] responsesNextRound() {
        return responses.encode(next());
    }

    /** Measures the next round of Anthropic messages. */
    @Benchmark
    public byte[] messagesNextRound() {
        return messages.encode(next());
    }

    /** Measures the baseline: the same messages by string building. */
    @Benchmark
    public byte[] stringBuilding() {
        StringBuilder json = new StringBuilder("{\"model\":\"gpt-5-mini\",\"stream\":true,\"messages\":[");
        for (Interaction item : next().effective()) {
            message(json, item);
            json.append(',');
        }
        json.setLength(json.length() - 1);
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void message(StringBuilder json, Interaction item) {
        if (item instanceof Interaction.ToolCall made) {
            json.append("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":");
            quoted(json, made.id());
            json.append(",\"type\":\"function\",\"function\":{\"name\":");
            quoted(json, made.name());
            json.append(",\"arguments\":");
            quoted(json, made.arguments().text());
            json.append("}}]}");
        } else if (item instanceof Interaction.ToolResult result) {
            json.append("{\"role\":\"tool\",\"tool_call_id\":");
            quoted(json, result.callId());
            json.append(",\"content\":");
            quoted(json, result.envelope().toJson().text());
            json.append('}');
        } else {
            json.append("{\"role\":\"")
                    .append(item instanceof Interaction.User ? "user" : "assistant")
                    .append("\",\"content\":");
            quoted(json, item.text());
            json.append('}');
        }
    }

    private static void quoted(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                default -> json.append(c);
            }
        }
        json.append('"');
    }
}
