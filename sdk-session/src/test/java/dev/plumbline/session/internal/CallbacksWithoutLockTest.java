package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.testkit.InMemorySessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A session calls others without its lock: during such a call, another thread can call a method that
 * needs the lock.
 */
@Timeout(120)
class CallbacksWithoutLockTest {
    private final ExecutorService others = Executors.newCachedThreadPool();
    private final AtomicReference<ConversationSession> session = new AtomicReference<>();
    private final Set<String> asked = new ConcurrentSkipListSet<>();
    private final Set<String> locked = new ConcurrentSkipListSet<>();

    /** Called by the session in that place: is another thread free to use it meanwhile? */
    private void probe(String place) {
        ConversationSession now = session.get();
        if (now == null || !asked.add(place)) {
            return;
        }
        CountDownLatch through = new CountDownLatch(1);
        others.execute(() -> {
            try {
                now.continueFrom(now.path().get(0));
            } catch (IllegalStateException busy) {
                // it got as far as to be refused, under the lock
            }
            now.observe(new ConversationObserver() {}).close();
            through.countDown();
        });
        try {
            if (!through.await(60, TimeUnit.SECONDS)) {
                locked.add(place);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final Hook hook = new Hook() {
        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            probe("hook: turn starting");
            context.ask("Go on?", List.of("Yes"), Duration.ofSeconds(1));
            return Decision.proceed();
        }

        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            probe("hook: tools requested");
            return Decision.proceed();
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            probe("hook: entry appending");
            return Decision.proceed();
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            probe("hook: round deciding");
            return Decision.proceed();
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            probe("hook: turn finished");
        }

        @Override
        public Decision<Branch> onBranchCreating(Branch branch, Context context) {
            probe("hook: branch creating");
            return Decision.proceed();
        }
    };

    private final SessionStore store = InMemorySessionStore.of(new TreeMap<>()).withAppending(some -> probe("journal"));

    private EngineSettings probed(EngineSettings builder) {
        return builder.addHook("probing", hook, "")
                .journal(store, FailureMode.SKIP)
                .addView(new ConversationObserver() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        probe("view");
                    }
                })
                .observer(event -> probe("telemetry"))
                .contexts(List.of(ContextSource.of("fact", () -> {
                    probe("context source");
                    return 1;
                })))
                .decorator(call -> {
                    probe("decoration");
                    return call;
                })
                .summaryThreshold(1)
                .windows((model, options) -> {
                    probe("window of the model");
                    return ContextWindow.UNKNOWN;
                })
                .questionHandler(question -> {
                    probe("question");
                    question.onClosed(() -> probe("question closed"));
                    question.answer(question.options().get(0));
                });
    }

    @Test
    void whoeverIsCalled_anotherThreadGetsThrough() throws Exception {
        LoopingProvider model = new LoopingProvider(List.of(
                new LoopingProvider.Step(
                        List.of(new AiDelta.Text("One moment."), new AiDelta.ToolCallPart(0, "a", "draw", "{}")),
                        Optional.empty()),
                new LoopingProvider.Step(List.of(new AiDelta.Text("Done.")), Optional.empty())));
        model.between = () -> probe("model");
        try (EngineFixture fixture = new EngineFixture(8, Optional.of(model), this::probed)) {
            fixture.tools.tool("draw", (call, scope) -> {
                probe("tool");
                scope.tell(watch -> watch.progressed(call, 0.5, "half"));
                return ToolEnvelope.ok(Map.of());
            });
            session.set(fixture.open(AiBody.builder()
                    .addSystem("You draw.")
                    .toolFilter("*")
                    .contextFilter("*")
                    .build()));
            RecordingObserver seen = new RecordingObserver();
            session.get().observe(seen);
            SessionOptions options = SessionOptions.builder()
                    .budget(Budget.ofDefaults().withRounds(1).withOnLimit(Budget.LimitAction.ASK))
                    .build();

            session.get().sendAsync(Interaction.user("Go."), options).get(60, TimeUnit.SECONDS);
            seen.afterTurns(1);
            session.get().runSideTurn(SideTurn.of("word", "A word?").withValidator(ret -> {
                probe("aside is valid");
                return true;
            }));
            session.get().fork("side").close();

            assertThat(locked).isEmpty();
            assertThat(asked)
                    .contains("journal", "view", "telemetry", "context source", "decoration", "model", "tool")
                    .contains("question", "question closed", "aside is valid", "window of the model")
                    .filteredOn(place -> place.startsWith("hook"))
                    .hasSize(6);
        } finally {
            others.shutdownNow();
        }
    }
}
