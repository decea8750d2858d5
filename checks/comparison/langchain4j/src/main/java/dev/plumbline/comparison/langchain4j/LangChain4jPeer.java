package dev.plumbline.comparison.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerConfig;
import dev.plumbline.comparison.harness.PeerMain;
import dev.plumbline.comparison.harness.PeerTools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** The peer of LangChain4j: its models for calls, its AI services for tools, its window memory for conversations. */
public final class LangChain4jPeer implements Peer {
    private final PeerConfig config;
    private final PeerTools peerTools;

    private LangChain4jPeer(PeerConfig config, PeerTools peerTools) {
        this.config = config;
        this.peerTools = peerTools;
    }

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, LangChain4jPeer::new);
    }

    private final MemoizedSupplier<ChatModel> plain = new MemoizedSupplier<>(this::openPlain);
    private final MemoizedSupplier<StreamingChatModel> streaming = new MemoizedSupplier<>(this::openStreaming);

    private ChatModel openPlain() {
        return OpenAiChatModel.builder()
                .baseUrl(config.base().toString())
                .apiKey(config.key())
                .modelName("m")
                .timeout(config.silence())
                .build();
    }

    private StreamingChatModel openStreaming() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(config.base().toString())
                .apiKey(config.key())
                .modelName("m")
                .timeout(config.silence())
                .build();
    }

    @Override
    public String ask(String question) {
        return plain.get().chat(question);
    }

    @Override
    public String stream(String question, Consumer<String> pieces) throws Exception {
        CompletableFuture<String> text = new CompletableFuture<>();
        streaming.get().chat(question, new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String piece) {
                pieces.accept(piece);
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                text.complete(response.aiMessage().text());
            }

            @Override
            public void onError(Throwable error) {
                text.completeExceptionally(error);
            }
        });
        return awaited(text);
    }

    private static String awaited(CompletableFuture<String> text) throws Exception {
        try {
            return text.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }

    @Override
    public long giveUp(String question) throws Exception {
        CompletableFuture<String> ended = new CompletableFuture<>();
        long[] stopped = new long[1];
        streaming.get().chat(question, new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
                stopped[0] = System.nanoTime();
                context.streamingHandle().cancel();
                ended.complete("given up");
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                ended.complete(response.aiMessage().text());
            }

            @Override
            public void onError(Throwable error) {
                ended.completeExceptionally(error);
            }
        });
        awaited(ended);
        return System.nanoTime() - stopped[0];
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        MessageWindowChatMemory memory = MessageWindowChatMemory.withMaxMessages(5_000);
        messages(said).forEach(memory::add);
        Object tools = peerTools.isWhole() ? new LangChain4jTools(peerTools) : new LangChain4jWallTool(peerTools);
        if (streamed) {
            StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                    .streamingChatModel(streaming.get())
                    .chatMemory(memory)
                    .tools(tools)
                    .build();
            return words -> last(assistant.chat(words));
        }
        return AiServices.builder(Assistant.class)
                .chatModel(plain.get())
                .chatMemory(memory)
                .tools(tools)
                .build()::chat;
    }

    private static String last(TokenStream stream) throws Exception {
        CompletableFuture<String> text = new CompletableFuture<>();
        stream.onPartialResponse(piece -> {})
                .onCompleteResponse(
                        response -> text.complete(response.aiMessage().text()))
                .onError(text::completeExceptionally)
                .start();
        return awaited(text);
    }

    private static List<ChatMessage> messages(List<String> said) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            messages.add(i % 2 == 0 ? UserMessage.from(said.get(i)) : AiMessage.from(said.get(i)));
        }
        return messages;
    }

    @Override
    public PeerSession behind(List<String> said) {
        List<ChatMessage> before = messages(said);
        return words -> {
            List<ChatMessage> all = new ArrayList<>(before);
            all.add(UserMessage.from(words));
            return plain.get().chat(all).aiMessage().text();
        };
    }

    @Override
    public void close() {
        // the models cannot be closed
    }

    /** The service of a conversation. */
    interface Assistant {
        String chat(String words);
    }

    /** The service of a streamed conversation. */
    interface StreamingAssistant {
        TokenStream chat(String words);
    }
}
