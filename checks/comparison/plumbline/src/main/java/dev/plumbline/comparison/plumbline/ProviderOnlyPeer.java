package dev.plumbline.comparison.plumbline;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerConfig;
import dev.plumbline.comparison.harness.PeerMain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plumbline's provider without policies, sessions and observers: the cost of the HTTP exchange. Supports only plain and
 * streamed calls.
 */
public final class ProviderOnlyPeer implements Peer {
    private static final ModelId MODEL = new ModelId("openai", "m");

    private final PeerConfig config;
    private final MemoizedSupplier<AiProvider> plain = new MemoizedSupplier<>(() -> open(false));
    private final MemoizedSupplier<AiProvider> streaming = new MemoizedSupplier<>(() -> open(true));

    private ProviderOnlyPeer(PeerConfig config) {
        this.config = config;
    }

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, (config, peerTools) -> new ProviderOnlyPeer(config));
    }

    private AiProvider open(boolean streamed) {
        return OpenAiChat.builder("m")
                .baseUrl(config.base().toString())
                .apiKey(Secret.of(config.key().toCharArray()))
                .streaming(streamed)
                .build();
    }

    @Override
    public String ask(String question) {
        return plain.get().call(AiCall.of(AiBody.of(question), MODEL)).text();
    }

    @Override
    public String stream(String question, Consumer<String> pieces) {
        return streaming
                .get()
                .call(AiCall.builder(AiBody.of(question), MODEL)
                        .sink(delta -> {
                            if (delta instanceof AiDelta.Text text) {
                                pieces.accept(text.text());
                            }
                        })
                        .build())
                .text();
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        throw new UnsupportedOperationException("a provider has no conversations");
    }

    @Override
    public PeerSession behind(List<String> said) {
        throw new UnsupportedOperationException("a provider has no conversations");
    }

    @Override
    public long giveUp(String question) {
        throw new UnsupportedOperationException("a provider is given up by its call");
    }

    @Override
    public void close() {
        // the process ends
    }
}
