package dev.plumbline.comparison.plumbline;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Peer;
import dev.plumbline.comparison.harness.PeerConfig;
import dev.plumbline.comparison.harness.PeerMain;
import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Plumbline with every recommended policy, a cache, redaction, and one observer; or with the policies that a peer has. */
public final class PlumblinePeer implements Peer {
    private final PeerConfig config;
    private final PeerTools peerTools;
    private final boolean guarded;
    private final MemoizedSupplier<AiRuntime> plain = new MemoizedSupplier<>(() -> open(false, false));
    private final MemoizedSupplier<AiRuntime> streaming = new MemoizedSupplier<>(() -> open(true, false));
    private final MemoizedSupplier<AiRuntime> working = new MemoizedSupplier<>(() -> open(false, true));
    private final MemoizedSupplier<AiRuntime> workingStreamed = new MemoizedSupplier<>(() -> open(true, true));
    private final List<AiRuntime> opened = new ArrayList<>();
    private final Semaphore finished = new Semaphore(0);
    private Consumer<String> view = piece -> {};

    private PlumblinePeer(PeerConfig config, PeerTools peerTools, boolean guarded) {
        this.config = config;
        this.peerTools = peerTools;
        this.guarded = guarded;
    }

    /** Returns a peer without redaction and cache, which other peers do not have by default. */
    static PlumblinePeer withPeerPolicies(PeerConfig config, PeerTools peerTools) {
        return new PlumblinePeer(config, peerTools, false);
    }

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, (config, peerTools) -> new PlumblinePeer(config, peerTools, true));
    }

    /** Opens a runtime as a user would, with or without streaming and tools. */
    private AiRuntime open(boolean streamed, boolean tools) {
        AiRuntime.Builder ai = AiRuntime.builder()
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl(config.base().toString())
                        .apiKey(Secret.of(config.key().toCharArray()))
                        .connectTimeout(config.silence())
                        .firstEventTimeout(config.silence())
                        .idleTimeout(config.silence())
                        .totalTimeout(config.total())
                        .streaming(streamed)
                        .build())
                .templates(PromptTemplateOptions.ofDefaults())
                .addView(new ConversationObserver() {
                    @Override
                    public void onText(String piece) {
                        view.accept(piece);
                    }

                    @Override
                    public void onFinished(AiReturn ret) {
                        finished.release();
                    }
                });
        if (guarded) {
            ai.redaction(RedactionOptions.ofDefaults()).cache(ResponseStore.inMemory(100));
        }
        if (tools) {
            ai.addTools(peerTools.isWhole() ? new PlumblineTools(peerTools) : new PlumblineWallTool(peerTools));
        }
        AiRuntime open = ai.build();
        opened.add(open);
        return open;
    }

    @Override
    public String ask(String question) {
        return plain.get().send(question).text();
    }

    @Override
    public String stream(String question, Consumer<String> pieces) {
        view = pieces;
        finished.drainPermits();
        AiReturn ret = streaming.get().send(question);
        finished.acquireUninterruptibly(); // the view runs on its own thread
        return ret.text();
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        AiRuntime ai = (streamed ? workingStreamed : working).get();
        ConversationSession session =
                ai.session(body(said).toBuilder().toolFilter("*").build());
        return new Opened(session);
    }

    @Override
    public PeerSession behind(List<String> said) {
        ConversationSession session = plain.get().session(body(said));
        session.send("How many walls are there?");
        ConversationEntry question =
                session.path().get(said.size()); // edited each time, so that the conversation does not grow
        return words -> session.edit(question, words).text();
    }

    private static AiBody body(List<String> said) {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < said.size(); i += 2) {
            body.addUser(said.get(i)).addAssistant(said.get(i + 1));
        }
        return body.build();
    }

    @Override
    public long giveUp(String question) {
        Cancellation stop = Cancellation.create();
        long[] stopped = new long[1];
        view = piece -> {
            stopped[0] = System.nanoTime();
            stop.cancel("enough");
        };
        try {
            streaming
                    .get()
                    .send(
                            AiBody.of(question),
                            SessionOptions.builder().addCancellation(stop).build())
                    .orThrow();
        } catch (AiException cancelled) {
            return System.nanoTime() - stopped[0];
        }
        throw new IllegalStateException("it was not cancelled");
    }

    @Override
    public void close() {
        opened.forEach(AiRuntime::close);
    }

    /** An open session. */
    private record Opened(ConversationSession session) implements PeerSession {
        @Override
        public String say(String words) {
            return session.send(words).text();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
