package dev.plumbline.comparison.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * LangChain4j with an AI service, a window memory that holds the whole session, and the caching of its page on Anthropic: {@code
 * cacheSystemMessages} and {@code cacheTools}. The facts are in the messages of the user.
 */
public final class LangChain4jSession implements SessionPeer {
    private static final Pattern ELEMENT = Pattern.compile("\"element\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern MILLIMETRES = Pattern.compile("\"millimetres\"\\s*:\\s*(\\d+)");

    private final ChatMemory memory = MessageWindowChatMemory.withMaxMessages(5_000);
    private final Assistant assistant;
    private String summary = "";

    private LangChain4jSession(Config config) {
        Map<ToolSpecification, ToolExecutor> tools = new LinkedHashMap<>();
        for (CadSession.CadTool tool : CadSession.TOOLS) {
            tools.put(
                    ToolSpecification.builder()
                            .name(tool.name())
                            .description(tool.description())
                            .parameters(JsonObjectSchema.builder()
                                    .addStringProperty("element", CadSession.CadTool.ELEMENT)
                                    .addIntegerProperty("millimetres", CadSession.CadTool.MILLIMETRES)
                                    .required("element", "millimetres")
                                    .build())
                            .build(),
                    (call, memoryId) -> result(call.name(), call.arguments()));
        }
        assistant = AiServices.builder(Assistant.class)
                .chatModel(model(config))
                .chatMemory(memory)
                .systemMessageProvider(id -> CadSession.INSTRUCTIONS)
                .tools(tools)
                .build();
    }

    private static ChatModel model(Config config) {
        return config.service() == Service.ANTHROPIC
                ? AnthropicChatModel.builder()
                        .baseUrl(config.base().toString())
                        .apiKey(Config.KEY)
                        .modelName(config.model())
                        .maxTokens(16_000)
                        .timeout(Duration.ofSeconds(20))
                        .cacheSystemMessages(true)
                        .cacheTools(true)
                        .build()
                : OpenAiChatModel.builder()
                        .baseUrl(config.base().toString())
                        .apiKey(Config.KEY)
                        .modelName(config.model())
                        .timeout(Duration.ofSeconds(20))
                        .build();
    }

    /** Runs the session. */
    public static void main(String[] args) {
        SessionPeer.run(args, LangChain4jSession::new);
    }

    private static String result(String tool, String arguments) {
        Matcher element = ELEMENT.matcher(arguments);
        Matcher millimetres = MILLIMETRES.matcher(arguments);
        return CadSession.result(
                tool,
                element.find() ? element.group(1) : "",
                millimetres.find() ? Integer.parseInt(millimetres.group(1)) : 0);
    }

    @Override
    public String ask(CadSession.Question question) {
        List<Content> contents = new ArrayList<>();
        contents.add(TextContent.from(summary + question.withFacts()));
        question.picture().ifPresent(png -> contents.add(ImageContent.from(png, "image/png")));
        summary = "";
        return assistant.chat(contents);
    }

    @Override
    public void sumUp() {
        summary = "Summary of the conversation so far:\n" + assistant.chat(List.of(TextContent.from(CadSession.SUM_UP)))
                + "\n\n";
        memory.clear();
    }

    /** The service of the conversation. */
    interface Assistant {
        String chat(@UserMessage List<Content> contents);
    }
}
