package dev.plumbline.proof.plumbline;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.proof.contest.Child;
import dev.plumbline.proof.contest.Contender;
import dev.plumbline.proof.contest.Once;
import dev.plumbline.proof.contest.Setting;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import java.util.List;
import java.util.function.Consumer;

/** Plumbline's provider without any policy, session or observer: the cost of the HTTP exchange. Asks and streams, and no more. */
public final class BareContender implements Contender {
    private static final ModelId MODEL = new ModelId("openai", "m");

    private final Setting setting;
    private final Once<AiProvider> plain = new Once<>(() -> open(false));
    private final Once<AiProvider> streaming = new Once<>(() -> open(true));

    private BareContender(Setting setting) {
        this.setting = setting;
    }

    /** Runs as a {@link Child}. */
    public static void main(String[] args) throws Exception {
        Child.run(args, (setting, workshop) -> new BareContender(setting));
    }

    private AiProvider open(boolean streamed) {
        return OpenAiChat.builder("m")
                .baseUrl(setting.base().toString())
                .apiKey(Secret.of(setting.key().toCharArray()))
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
    public Talk talk(List<String> said, boolean streamed) {
        throw new UnsupportedOperationException("a provider has no conversations");
    }

    @Override
    public Talk behind(List<String> said) {
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
