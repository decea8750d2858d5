package dev.plumbline.comparison.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.CacheControlEphemeral;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.ImageBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.TextBlockParam;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Anthropic's client in the loop of its documentation: the answers are added to the messages as they came, with automatic caching
 * of the request, and the facts in the messages of the user.
 */
public final class AnthropicJavaSession implements SessionPeer {
    private final AnthropicClient client;
    private final String model;
    private MessageCreateParams.Builder params;
    private String summary = "";

    private AnthropicJavaSession(Config config) {
        client = AnthropicOkHttpClient.builder()
                .apiKey(Config.KEY)
                .baseUrl(config.base().toString().replace("/v1", ""))
                .build();
        model = config.model();
        params = begin();
    }

    /** Runs the session. */
    public static void main(String[] args) {
        SessionPeer.run(args, AnthropicJavaSession::new);
    }

    private MessageCreateParams.Builder begin() {
        MessageCreateParams.Builder begun = MessageCreateParams.builder()
                .model(model)
                .maxTokens(16_000)
                .cacheControl(CacheControlEphemeral.builder().build())
                .system(CadSession.INSTRUCTIONS);
        CadSession.TOOLS.forEach(tool -> begun.addTool(tool(tool)));
        return begun;
    }

    private static Tool tool(CadSession.CadTool tool) {
        return Tool.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(Tool.InputSchema.builder()
                        .properties(Tool.InputSchema.Properties.builder()
                                .putAdditionalProperty(
                                        "element",
                                        JsonValue.from(
                                                Map.of("type", "string", "description", CadSession.CadTool.ELEMENT)))
                                .putAdditionalProperty(
                                        "millimetres",
                                        JsonValue.from(Map.of(
                                                "type", "integer", "description", CadSession.CadTool.MILLIMETRES)))
                                .build())
                        .required(List.of("element", "millimetres"))
                        .build())
                .build();
    }

    @Override
    public String ask(CadSession.Question question) {
        List<ContentBlockParam> blocks = new ArrayList<>();
        blocks.add(text(summary + question.withFacts()));
        question.picture()
                .ifPresent(png -> blocks.add(ContentBlockParam.ofImage(ImageBlockParam.builder()
                        .source(Base64ImageSource.builder()
                                .mediaType(Base64ImageSource.MediaType.IMAGE_PNG)
                                .data(png)
                                .build())
                        .build())));
        summary = "";
        params.addUserMessageOfContentBlockParams(blocks);
        return turn();
    }

    private static ContentBlockParam text(String words) {
        return ContentBlockParam.ofText(TextBlockParam.builder().text(words).build());
    }

    private String turn() {
        while (true) {
            Message answer = client.messages().create(params.build());
            params.addMessage(answer);
            List<ToolUseBlock> calls = answer.content().stream()
                    .flatMap(block -> block.toolUse().stream())
                    .collect(Collectors.toList());
            if (calls.isEmpty()) {
                return answer.content().stream()
                        .flatMap(block -> block.text().stream())
                        .map(block -> block.text())
                        .collect(Collectors.joining());
            }
            params.addUserMessageOfContentBlockParams(
                    calls.stream().map(AnthropicJavaSession::result).collect(Collectors.toList()));
        }
    }

    private static ContentBlockParam result(ToolUseBlock call) {
        Map<String, Object> arguments = call._input().convert(new TypeReference<Map<String, Object>>() {});
        String element = String.valueOf(arguments.get("element"));
        int millimetres = ((Number) Objects.requireNonNull(arguments.get("millimetres"))).intValue();
        return ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                .toolUseId(call.id())
                .content(CadSession.result(call.name(), element, millimetres))
                .build());
    }

    @Override
    public void sumUp() {
        params.addUserMessage(CadSession.SUM_UP);
        summary = "Summary of the conversation so far:\n" + turn() + "\n\n";
        params = begin();
    }

    @Override
    public void close() {
        client.close();
    }
}
