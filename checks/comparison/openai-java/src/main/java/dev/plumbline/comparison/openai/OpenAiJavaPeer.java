package dev.plumbline.comparison.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.Timeout;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerConfig;
import dev.plumbline.comparison.harness.PeerMain;
import dev.plumbline.comparison.harness.PeerTools;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The peer of OpenAI's client with its accumulator. The client has no tool loop and no memory; {@link OpenAiToolLoop}
 * is the loop of its documentation.
 */
public final class OpenAiJavaPeer implements Peer {
    private final MemoizedSupplier<OpenAIClient> client;
    private final PeerTools peerTools;

    private OpenAiJavaPeer(PeerConfig config, PeerTools peerTools) {
        this.client = new MemoizedSupplier<>(() -> open(config));
        this.peerTools = peerTools;
    }

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, OpenAiJavaPeer::new);
    }

    private static OpenAIClient open(PeerConfig config) {
        return OpenAIOkHttpClient.builder()
                .apiKey(config.key())
                .baseUrl(config.base().toString())
                .timeout(Timeout.builder()
                        .connect(config.silence())
                        .read(config.silence())
                        .write(config.silence())
                        .request(config.total())
                        .build())
                .build();
    }

    @Override
    public String ask(String question) {
        return text(completed(asked(question)));
    }

    private static ChatCompletionCreateParams asked(String question) {
        return ChatCompletionCreateParams.builder()
                .model("m")
                .addUserMessage(question)
                .build();
    }

    ChatCompletion completed(ChatCompletionCreateParams asked) {
        return client.get().chat().completions().create(asked);
    }

    static String text(ChatCompletion answer) {
        return answer.choices().get(0).message().content().orElse("");
    }

    @Override
    public String stream(String question, Consumer<String> pieces) {
        return text(streamed(asked(question), pieces));
    }

    ChatCompletion streamed(ChatCompletionCreateParams asked, Consumer<String> pieces) {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.get().chat().completions().createStreaming(asked)) {
            chunks.stream()
                    .peek(whole::accumulate)
                    .forEach(chunk -> chunk.choices()
                            .forEach(choice -> choice.delta().content().ifPresent(pieces)));
        }
        return whole.chatCompletion();
    }

    @Override
    public long giveUp(String question) {
        long stopped;
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.get().chat().completions().createStreaming(asked(question))) {
            Iterator<ChatCompletionChunk> each = chunks.stream().iterator();
            each.next();
            stopped = System.nanoTime();
        }
        return System.nanoTime() - stopped;
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        return new OpenAiToolLoop(this, peerTools, params(said), streamed);
    }

    private static ChatCompletionCreateParams.Builder params(List<String> said) {
        ChatCompletionCreateParams.Builder params =
                ChatCompletionCreateParams.builder().model("m");
        for (int i = 0; i < said.size(); i += 2) {
            params.addUserMessage(said.get(i)).addAssistantMessage(said.get(i + 1));
        }
        return params;
    }

    @Override
    public PeerSession behind(List<String> said) {
        ChatCompletionCreateParams before = params(said).build();
        return words -> text(completed(before.toBuilder().addUserMessage(words).build()));
    }

    @Override
    public void close() {
        client.get().close();
    }
}
