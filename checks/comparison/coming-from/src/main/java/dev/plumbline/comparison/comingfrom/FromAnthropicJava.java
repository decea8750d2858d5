package dev.plumbline.comparison.comingfrom;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Programs with Anthropic's client. */
final class FromAnthropicJava {
    private static final String MODEL = "claude-sonnet-4-5";

    private FromAnthropicJava() {}

    static String ask(AnthropicClient client) {
        return text(client.messages()
                .create(MessageCreateParams.builder()
                        .model(MODEL)
                        .maxTokens(1024)
                        .addUserMessage("What is a plumb line?")
                        .build()));
    }

    private static String text(Message answer) {
        return answer.content().stream()
                .flatMap(block -> block.text().stream())
                .map(block -> block.text())
                .collect(Collectors.joining());
    }

    static void stream(AnthropicClient client, Consumer<String> show) {
        try (StreamResponse<RawMessageStreamEvent> events = client.messages()
                .createStreaming(MessageCreateParams.builder()
                        .model(MODEL)
                        .maxTokens(1024)
                        .addUserMessage("What is a plumb line?")
                        .build())) {
            events.stream()
                    .flatMap(event -> event.contentBlockDelta().stream())
                    .flatMap(event -> event.delta().text().stream())
                    .forEach(delta -> show.accept(delta.text()));
        }
    }

    static String draw(AnthropicClient client) {
        MessageCreateParams.Builder params = MessageCreateParams.builder()
                .model(MODEL)
                .maxTokens(1024)
                .system("You draw floor plans.")
                .addTool(Tool.builder()
                        .name("draw_wall")
                        .description("Draws a wall.")
                        .inputSchema(Tool.InputSchema.builder()
                                .properties(Tool.InputSchema.Properties.builder()
                                        .putAdditionalProperty(
                                                "length",
                                                JsonValue.from(Map.of(
                                                        "type", "number", "description", "length in millimetres")))
                                        .build())
                                .required(List.of("length"))
                                .build())
                        .build())
                .addUserMessage("A wall of 5 metres.");
        while (true) {
            Message answer = client.messages().create(params.build());
            List<ToolUseBlock> calls = answer.content().stream()
                    .flatMap(block -> block.toolUse().stream())
                    .collect(Collectors.toList());
            if (calls.isEmpty()) {
                return text(answer);
            }
            params.addMessage(answer);
            params.addUserMessageOfContentBlockParams(
                    calls.stream().map(FromAnthropicJava::result).collect(Collectors.toList()));
        }
    }

    private static ContentBlockParam result(ToolUseBlock call) {
        return ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                .toolUseId(call.id())
                .content("w1, " + call._input() + " mm")
                .build());
    }

    static final class Wall {
        public String id;
        public double millimetres;
    }

    static Wall typed(AnthropicClient client) {
        return client
                .messages()
                .create(MessageCreateParams.builder()
                        .model(MODEL)
                        .maxTokens(1024)
                        .addUserMessage("Describe a wall of 5 metres.")
                        .outputConfig(Wall.class)
                        .build())
                .content()
                .stream()
                .flatMap(block -> block.text().stream())
                .map(block -> block.text())
                .findFirst()
                .orElseThrow();
    }
}
