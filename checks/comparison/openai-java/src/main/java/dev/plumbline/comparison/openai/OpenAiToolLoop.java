package dev.plumbline.comparison.openai;

import com.openai.core.JsonValue;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerTools;
import java.util.List;
import java.util.Map;

/** The tool loop of the client's documentation, without additional error handling. */
final class OpenAiToolLoop implements Peer.PeerSession {
    private final OpenAiJavaPeer client;
    private final PeerTools peerTools;
    private final ChatCompletionCreateParams.Builder params;
    private final boolean streamed;

    OpenAiToolLoop(
            OpenAiJavaPeer client, PeerTools peerTools, ChatCompletionCreateParams.Builder params, boolean streamed) {
        this.client = client;
        this.peerTools = peerTools;
        this.params = params;
        this.streamed = streamed;
        List.of("wall", "slowWall").stream()
                .limit(peerTools.isWhole() ? 2 : 1)
                .forEach(name ->
                        params.addTool(tool(name, Map.of("length", Map.of("type", "integer")), List.of("length"))));
        if (peerTools.isWhole()) {
            List.of("hang", "speechless", "indiscreet", "bottomless", "homeless", "endless", "forged")
                    .forEach(name -> params.addTool(tool(name, Map.of(), List.of())));
        }
    }

    private static ChatCompletionFunctionTool tool(String name, Map<String, ?> properties, List<String> required) {
        return ChatCompletionFunctionTool.builder()
                .function(FunctionDefinition.builder()
                        .name(name)
                        .description("A tool of the workshop.")
                        .parameters(FunctionParameters.builder()
                                .putAdditionalProperty("type", JsonValue.from("object"))
                                .putAdditionalProperty("properties", JsonValue.from(properties))
                                .putAdditionalProperty("required", JsonValue.from(required))
                                .build())
                        .build())
                .build();
    }

    /** The arguments of {@link PeerTools#run}. */
    static final class Arguments {
        public int length;
    }

    @Override
    public String say(String words) throws InterruptedException {
        params.addUserMessage(words);
        ChatCompletionMessage message = next();
        while (!calls(message).isEmpty()) {
            for (ChatCompletionMessageToolCall call : calls(message)) {
                answer(call.asFunction());
            }
            message = next();
        }
        return message.content().orElse("");
    }

    private ChatCompletionMessage next() {
        ChatCompletion answer =
                streamed ? client.streamed(params.build(), piece -> {}) : client.completed(params.build());
        ChatCompletionMessage message = answer.choices().get(0).message();
        params.addMessage(message);
        return message;
    }

    private static List<ChatCompletionMessageToolCall> calls(ChatCompletionMessage message) {
        return message.toolCalls().orElse(List.of());
    }

    private void answer(ChatCompletionMessageFunctionToolCall call) throws InterruptedException {
        Arguments arguments = call.function().arguments(Arguments.class);
        params.addMessage(ChatCompletionToolMessageParam.builder()
                .toolCallId(call.id())
                .content(peerTools.run(call.function().name(), arguments.length))
                .build());
    }
}
