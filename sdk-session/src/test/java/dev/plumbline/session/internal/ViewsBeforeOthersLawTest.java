package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A turn wakes its views before it calls code of others and when it ends, not at each step: whatever a program does while it is
 * called, a person has seen everything until then.
 */
class ViewsBeforeOthersLawTest {

    /** Code of others that a turn calls, apart from the model and its tools. */
    enum Other {
        HOOK,
        CONTEXT,
        STAGE,
        STORE
    }

    @Property
    @Label("60 whoever is called by a turn, views have seen what happened before")
    void others_areCalledWhenViewsHaveSeenEverything(
            @ForAll Set<Other> others, @ForAll @IntRange(max = 3) int calls, @ForAll boolean silent) {
        Seen seen = new Seen();
        ScriptedProvider model = ScriptedProvider.create();
        AiProvider watched = seen.provider(model);
        try (EngineFixture fixture = new EngineFixture(
                1, Optional.of(watched), settings -> with(others, settings.executor(Runnable::run), seen))) {
            if (silent) {
                fixture.tools.silent();
            }
            fixture.tools.tool("draw", (call, scope) -> {
                seen.check("a tool");
                return ToolEnvelope.ok(Json.of(1));
            });
            for (int i = 0; i < calls; i++) {
                model.callsTool("draw", Map.of("wall", i));
            }
            if (calls > 0) {
                model.nextRound();
            }
            model.says("Drawn.").says("Again.");
            ConversationSession session = fixture.open();
            seen.watch(session);
            seen.asked = 1;
            assertThat(session.send("Draw.").isOk()).isTrue();
            seen.check("the caller");
            assertThat(seen.count(SessionEvent.TurnFinished.class)).isEqualTo(1);
            seen.asked = 2;
            assertThat(session.send("And again.").isOk()).isTrue();
            seen.check("the caller");
            assertThat(seen.count(SessionEvent.TurnFinished.class)).isEqualTo(2);
            assertThat(seen.failures).isEmpty();
        }
    }

    private static EngineSettings with(Set<Other> others, EngineSettings settings, Seen seen) {
        EngineSettings all = settings;
        for (Other other : others) {
            all = switch (other) {
                case HOOK -> all.addHook("hook", seen.hook(), "test");
                case CONTEXT ->
                    all.contexts(List.of(ContextSource.of("plan", () -> {
                                seen.check("a context source");
                                return Json.of(1);
                            })
                            .withVolatile(true)));
                case STAGE -> all.stages(seen.stages());
                case STORE ->
                    all.journal(
                            InMemorySessionStore.of(new TreeMap<>()).withAppending(some -> seen.check("a store")),
                            FailureMode.FAIL);
            };
        }
        return all;
    }

    /** A view that is called at once, and the check whether it has seen everything. */
    private static final class Seen {
        final List<SessionEvent> events = new ArrayList<>();
        private final List<ConversationEntry> before = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private volatile long asked;
        private volatile ConversationSession session;

        void watch(ConversationSession opened) {
            before.addAll(opened.path());
            opened.observe(new ConversationObserver() {
                @Override
                public void onEvent(SessionEvent event) {
                    events.add(event);
                }
            });
            session = opened;
        }

        /** Keeps what was not seen, because what a tool or a source throws ends nothing. */
        void check(String who) {
            try {
                compare(who);
            } catch (AssertionError unseen) {
                failures.add(unseen.getMessage());
            }
        }

        private void compare(String who) {
            ConversationSession now = session;
            if (now == null) {
                return; // the session is being opened
            }
            Set<ConversationEntry.Id> shown = events.stream()
                    .filter(SessionEvent.EntryAppended.class::isInstance)
                    .map(event -> ((SessionEvent.EntryAppended) event).entry().id())
                    .collect(Collectors.toSet());
            assertThat(count(SessionEvent.TurnStarted.class))
                    .as("turns that views saw begin before %s was called", who)
                    .isEqualTo(asked);
            assertThat(now.path())
                    .as("entries that were not seen before %s was called", who)
                    .allMatch(entry -> before.contains(entry) || shown.contains(entry.id()));
            long ended = events.stream()
                    .filter(SessionEvent.ToolFinished.class::isInstance)
                    .count();
            long results = now.path().stream()
                    .flatMap(entry -> entry.interactions().stream())
                    .filter(Interaction.ToolResult.class::isInstance)
                    .count();
            assertThat(ended)
                    .as("results that were seen before %s was called", who)
                    .isGreaterThanOrEqualTo(results);
        }

        long count(Class<? extends SessionEvent> kind) {
            return events.stream().filter(kind::isInstance).count();
        }

        AiProvider provider(AiProvider model) {
            return new AiProvider() {
                @Override
                public String id() {
                    return model.id();
                }

                @Override
                public String defaultModel() {
                    return model.defaultModel();
                }

                @Override
                public AiReturn call(AiCall call) {
                    check("the model");
                    CallIds round = call.ids();
                    assertThat(events)
                            .as("events before the model was called")
                            .anyMatch(event -> event instanceof SessionEvent.RoundStarted
                                    && event.ids().turn().equals(round.turn())
                                    && event.ids().round() == round.round());
                    return model.call(call);
                }

                @Override
                public void close() {
                    model.close();
                }
            };
        }

        TurnPipeline stages() {
            List<TurnStage> all = new ArrayList<>();
            for (TurnStage stage : TurnPipeline.recommended().list()) {
                all.add(stage);
                all.add(watch(all.size()));
            }
            return TurnPipeline.of(all);
        }

        private TurnStage watch(int number) {
            return new TurnStage() {
                @Override
                public String name() {
                    return "watch-" + number;
                }

                @Override
                public Result run(RoundView work) {
                    check("a stage");
                    return Result.next(work);
                }
            };
        }

        Hook hook() {
            return new Hook() {
                @Override
                public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                    check("a hook");
                    return Decision.proceed();
                }

                @Override
                public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                    check("a hook");
                    return Decision.proceed();
                }

                @Override
                public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                    check("a hook");
                    return Decision.proceed();
                }

                @Override
                public Decision<Round> onRoundDeciding(Round round, Context context) {
                    check("a hook");
                    return Decision.proceed();
                }

                @Override
                public void onTurnFinished(AiReturn ret, Context context) {
                    check("a hook");
                }
            };
        }
    }
}
