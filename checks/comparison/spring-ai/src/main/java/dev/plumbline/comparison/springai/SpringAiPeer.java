package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerConfig;
import dev.plumbline.comparison.harness.PeerMain;
import dev.plumbline.comparison.harness.PeerTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** The peer of Spring AI without Spring Boot: its chat client, tools and message memory. */
public final class SpringAiPeer implements Peer {
    private static final String ID = "the conversation";

    private final PeerTools peerTools;
    private final MemoizedSupplier<OpenAiChatModel> model;

    private SpringAiPeer(PeerConfig config, PeerTools peerTools) {
        this.peerTools = peerTools;
        this.model = new MemoizedSupplier<>(() -> open(config));
    }

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, SpringAiPeer::new);
    }

    private static OpenAiChatModel open(PeerConfig config) {
        OpenAiChatOptions.Builder options = new OpenAiChatOptions.Builder();
        options.model("m");
        options.baseUrl(config.base().toString());
        options.apiKey(config.key());
        options.timeout(config.silence());
        return OpenAiChatModel.builder().options(options.build()).build();
    }

    private ChatClient client() {
        return ChatClient.create(model.get());
    }

    @Override
    public String ask(String question) {
        return text(client().prompt(question).call());
    }

    private static String text(ChatClient.CallResponseSpec called) {
        return Objects.requireNonNullElse(called.content(), "");
    }

    @Override
    public String stream(String question, Consumer<String> pieces) {
        StringBuilder text = new StringBuilder();
        client().prompt(question).stream()
                .content()
                .doOnNext(text::append)
                .doOnNext(pieces)
                .blockLast();
        return text.toString();
    }

    @Override
    public long giveUp(String question) {
        long[] stopped = new long[1];
        client().prompt(question).stream()
                .content()
                .doOnNext(piece -> stopped[0] = System.nanoTime())
                .blockFirst();
        return System.nanoTime() - stopped[0];
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        MessageWindowChatMemory memory =
                MessageWindowChatMemory.builder().maxMessages(5_000).build();
        memory.add(ID, messages(said));
        ChatClient client = ChatClient.builder(model.get())
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .defaultTools(peerTools.isWhole() ? new SpringAiTools(peerTools) : new SpringAiWallTool(peerTools))
                .build();
        return words -> {
            ChatClient.ChatClientRequestSpec asked =
                    client.prompt().user(words).advisors(about -> about.param(ChatMemory.CONVERSATION_ID, ID));
            return streamed
                    ? String.join(
                            "",
                            Objects.requireNonNull(
                                    asked.stream().content().collectList().block()))
                    : text(asked.call());
        };
    }

    private static List<Message> messages(List<String> said) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            messages.add(i % 2 == 0 ? new UserMessage(said.get(i)) : new AssistantMessage(said.get(i)));
        }
        return messages;
    }

    @Override
    public PeerSession behind(List<String> said) {
        List<Message> before = messages(said);
        return words -> text(client().prompt().messages(before).user(words).call());
    }

    @Override
    public void close() {
        // the model cannot be closed
    }
}
