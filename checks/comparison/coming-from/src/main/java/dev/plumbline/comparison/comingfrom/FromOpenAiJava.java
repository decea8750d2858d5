package dev.plumbline.comparison.comingfrom;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.openai.client.OpenAIClient;
import com.openai.core.http.StreamResponse;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import java.util.List;
import java.util.function.Consumer;

/** Programs with OpenAI's client. */
final class FromOpenAiJava {
    private static final String MODEL = "gpt-5-mini";

    private FromOpenAiJava() {}

    static String ask(OpenAIClient client) {
        ChatCompletion answer = client.chat()
                .completions()
                .create(ChatCompletionCreateParams.builder()
                        .model(MODEL)
                        .addUserMessage("What is a plumb line?")
                        .build());
        return answer.choices().get(0).message().content().orElse("");
    }

    static void stream(OpenAIClient client, Consumer<String> show) {
        try (StreamResponse<ChatCompletionChunk> chunks = client.chat()
                .completions()
                .createStreaming(ChatCompletionCreateParams.builder()
                        .model(MODEL)
                        .addUserMessage("What is a plumb line?")
                        .build())) {
            chunks.stream()
                    .flatMap(chunk -> chunk.choices().stream())
                    .forEach(choice -> choice.delta().content().ifPresent(show));
        }
    }

    @JsonClassDescription("Draws a wall.")
    static final class DrawWall {
        @JsonPropertyDescription("length in millimetres")
        public double length;
    }

    static String draw(OpenAIClient client) {
        ChatCompletionCreateParams.Builder params = ChatCompletionCreateParams.builder()
                .model(MODEL)
                .addSystemMessage("You draw floor plans.")
                .addTool(DrawWall.class)
                .addUserMessage("A wall of 5 metres.");
        while (true) {
            ChatCompletionMessage message = client.chat()
                    .completions()
                    .create(params.build())
                    .choices()
                    .get(0)
                    .message();
            List<ChatCompletionMessageToolCall> calls = message.toolCalls().orElse(List.of());
            if (calls.isEmpty()) {
                return message.content().orElse("");
            }
            params.addMessage(message);
            for (ChatCompletionMessageToolCall call : calls) {
                ChatCompletionMessageFunctionToolCall function = call.asFunction();
                DrawWall wall = function.function().arguments(DrawWall.class);
                params.addMessage(ChatCompletionToolMessageParam.builder()
                        .toolCallId(function.id())
                        .content("w1, " + wall.length + " mm")
                        .build());
            }
        }
    }

    static final class Wall {
        public String id;
        public double millimetres;
    }

    static Wall typed(OpenAIClient client) {
        return client.chat()
                .completions()
                .create(ChatCompletionCreateParams.builder()
                        .model(MODEL)
                        .addUserMessage("Describe a wall of 5 metres.")
                        .responseFormat(Wall.class)
                        .build())
                .choices()
                .get(0)
                .message()
                .content()
                .orElseThrow();
    }
}
