package dev.plumbline.comparison.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputImage;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * OpenAI's client in the loop of its documentation for the Responses API: what came is added to the input. The service caches by
 * itself; the facts are in the messages of the user.
 */
public final class OpenAiJavaSession implements SessionPeer {
    private final OpenAIClient client;
    private final ResponseCreateParams.Builder params;
    private final List<ResponseInputItem> input = new ArrayList<>();
    private String summary = "";

    private OpenAiJavaSession(Config config) {
        client = OpenAIOkHttpClient.builder()
                .apiKey(Config.KEY)
                .baseUrl(config.base().toString())
                .build();
        params = ResponseCreateParams.builder().model(config.model()).instructions(CadSession.INSTRUCTIONS);
        CadSession.TOOLS.forEach(tool -> params.addTool(tool(tool)));
    }

    /** Runs the session. */
    public static void main(String[] args) {
        SessionPeer.run(args, OpenAiJavaSession::new);
    }

    private static FunctionTool tool(CadSession.CadTool tool) {
        return FunctionTool.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(FunctionTool.Parameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .putAdditionalProperty(
                                "properties",
                                JsonValue.from(Map.of(
                                        "element",
                                        Map.of("type", "string", "description", CadSession.CadTool.ELEMENT),
                                        "millimetres",
                                        Map.of("type", "integer", "description", CadSession.CadTool.MILLIMETRES))))
                        .putAdditionalProperty("required", JsonValue.from(List.of("element", "millimetres")))
                        .build())
                .strict(false)
                .build();
    }

    @Override
    public String ask(CadSession.Question question) {
        ResponseInputItem.Message.Builder message = ResponseInputItem.Message.builder()
                .role(ResponseInputItem.Message.Role.USER)
                .addInputTextContent(summary + question.withFacts());
        question.picture()
                .ifPresent(png -> message.addContent(ResponseInputImage.builder()
                        .detail(ResponseInputImage.Detail.AUTO)
                        .imageUrl("data:image/png;base64," + png)
                        .build()));
        summary = "";
        input.add(ResponseInputItem.ofMessage(message.build()));
        return turn();
    }

    private String turn() {
        while (true) {
            Response response =
                    client.responses().create(params.inputOfResponse(input).build());
            StringBuilder text = new StringBuilder();
            boolean called = false;
            for (ResponseOutputItem item : response.output()) {
                item.reasoning().ifPresent(reasoning -> input.add(ResponseInputItem.ofReasoning(reasoning)));
                item.message().ifPresent(message -> {
                    input.add(ResponseInputItem.ofResponseOutputMessage(message));
                    message.content()
                            .forEach(content -> content.outputText().ifPresent(part -> text.append(part.text())));
                });
                item.functionCall().ifPresent(this::run);
                called |= item.isFunctionCall();
            }
            if (!called) {
                return text.toString();
            }
        }
    }

    /** The arguments of a tool. */
    static final class Edit {
        public String element = "";
        public int millimetres;
    }

    private void run(ResponseFunctionToolCall call) {
        Edit edit = call.arguments(Edit.class);
        input.add(ResponseInputItem.ofFunctionCall(call));
        input.add(ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
                .callId(call.callId())
                .output(CadSession.result(call.name(), edit.element, edit.millimetres))
                .build()));
    }

    @Override
    public void sumUp() {
        input.add(ResponseInputItem.ofMessage(ResponseInputItem.Message.builder()
                .role(ResponseInputItem.Message.Role.USER)
                .addInputTextContent(CadSession.SUM_UP)
                .build()));
        summary = "Summary of the conversation so far:\n" + turn() + "\n\n";
        input.clear();
    }

    @Override
    public void close() {
        client.close();
    }
}
