package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.anthropic.AnthropicCacheOptions;
import org.springframework.ai.anthropic.AnthropicCacheStrategy;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/**
 * Spring AI without Spring Boot: its chat client with a message memory that holds the whole session, and the caching of its page on
 * Anthropic for conversations with tools: {@code CONVERSATION_HISTORY} and {@code cacheToolResults}. The facts are in the messages of the user.
 */
public final class SpringAiSession implements SessionPeer {
    private static final String ID = "the conversation";

    private final ChatMemory memory =
            MessageWindowChatMemory.builder().maxMessages(5_000).build();
    private final ChatClient client;
    private String summary = "";

    private SpringAiSession(Config config, boolean thinks) {
        client = ChatClient.builder(model(config, thinks))
                .defaultSystem(CadSession.INSTRUCTIONS)
                .defaultTools(tools().toArray())
                .defaultAdvisors(
                        thinks
                                ? List.of(
                                        MessageChatMemoryAdvisor.builder(memory).build())
                                : inTheLoop())
                .build();
    }

    /** Returns a memory within the tool loop, which has calls and results as well; the page on that advisor shows it. */
    private List<Advisor> inTheLoop() {
        return List.of(
                ToolCallingAdvisor.builder()
                        .disableInternalConversationHistory()
                        .build(),
                MessageChatMemoryAdvisor.builder(memory)
                        .order(ToolCallingAdvisor.DEFAULT_ORDER + 1)
                        .build());
    }

    private static AnthropicChatOptions.Builder anthropic(Config config) {
        AnthropicChatOptions.Builder options = AnthropicChatOptions.builder();
        options.model(config.model());
        options.maxTokens(16_000);
        options.baseUrl(config.base().toString().replace("/v1", ""));
        options.apiKey(Config.KEY);
        options.cacheOptions(AnthropicCacheOptions.builder()
                .strategy(AnthropicCacheStrategy.CONVERSATION_HISTORY)
                .cacheToolResults(true)
                .build());
        return options;
    }

    private static ChatModel model(Config config, boolean thinks) {
        if (config.service() == Service.ANTHROPIC) {
            AnthropicChatOptions.Builder options = anthropic(config);
            if (!thinks) {
                options.thinkingDisabled();
            }
            return AnthropicChatModel.builder().options(options.build()).build();
        }
        OpenAiChatOptions.Builder options = new OpenAiChatOptions.Builder();
        options.model(config.model());
        options.baseUrl(config.base().toString());
        options.apiKey(Config.KEY);
        options.timeout(Duration.ofSeconds(20));
        return OpenAiChatModel.builder().options(options.build()).build();
    }

    /** Runs the session. */
    public static void main(String[] args) {
        SessionPeer.run(args, config -> new SpringAiSession(config, true));
    }

    /** The same without thinking, and with the memory within the tool loop. */
    public static final class WithoutThinking {
        private WithoutThinking() {}

        /** Runs the session. */
        public static void main(String[] args) {
            SessionPeer.run(args, config -> new SpringAiSession(config, false));
        }
    }

    /**
     * The arguments of a tool.
     *
     * @param element the id of the element
     * @param millimetres the length in millimetres
     */
    public record Edit(
            @ToolParam(description = CadSession.CadTool.ELEMENT)
            String element,

            @ToolParam(description = CadSession.CadTool.MILLIMETRES)
            int millimetres) {}

    private static List<ToolCallback> tools() {
        List<ToolCallback> tools = new ArrayList<>();
        for (CadSession.CadTool tool : CadSession.TOOLS) {
            tools.add(FunctionToolCallback.builder(
                            tool.name(),
                            (Edit edit) -> CadSession.result(tool.name(), edit.element(), edit.millimetres()))
                    .description(tool.description())
                    .inputType(Edit.class)
                    .build());
        }
        return tools;
    }

    @Override
    public String ask(CadSession.Question question) {
        String words = summary + question.withFacts();
        summary = "";
        return Objects.requireNonNullElse(
                client.prompt()
                        .user(user -> {
                            user.text(words);
                            question.pictureBytes()
                                    .ifPresent(png -> user.media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(png)));
                        })
                        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, ID))
                        .call()
                        .content(),
                "");
    }

    @Override
    public void sumUp() {
        String said = client.prompt()
                .user(CadSession.SUM_UP)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, ID))
                .call()
                .content();
        summary = "Summary of the conversation so far:\n" + said + "\n\n";
        memory.clear(ID);
    }
}
