package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was accepted or set stays: the smallest programs of the laws that once lost something. */
@Timeout(120)
class AcceptedMessagesTest {
    private static final AiReturn NO_NETWORK =
            AiReturn.failed(AiError.of(AiError.Category.NETWORK, "connect", "no network"));

    private final FailingSessionStore store = new FailingSessionStore();
    private final AtomicInteger ids = new AtomicInteger();
    private final List<ConversationSession> sessions = new ArrayList<>();
    private final Deque<Function<AiCall, AiReturn>> answers = new ArrayDeque<>();

    private EngineFixture fixture(UnaryOperator<EngineSettings> more) {
        AiProvider model = new AiProvider() {
            @Override
            public String id() {
                return "scripted";
            }

            @Override
            public String defaultModel() {
                return "script";
            }

            @Override
            public AiReturn call(AiCall call) {
                return answers.remove().apply(call);
            }
        };
        return new EngineFixture(
                4,
                Optional.of(model),
                builder -> more.apply(builder.journal(store, FailureMode.FAIL)
                        .executor(Runnable::run)
                        .ids(() -> "turn" + ids.incrementAndGet())));
    }

    private ConversationSession opened(EngineFixture fixture) {
        ConversationSession session = fixture.open(AiBody.builder().build());
        sessions.add(session);
        return session;
    }

    private AiReturn interjectsAndCancels(AiCall call) {
        assertThat(sessions.get(0).interject("And a door.")).isTrue();
        sessions.get(0).cancel("enough");
        return NO_NETWORK;
    }

    private static List<String> said(ConversationSession session) {
        return session.path().stream().map(ConversationEntry::text).toList();
    }

    @Test
    @DisplayName(
            "J18 a message that was accepted during a turn without a question of its own stays when the turn fails")
    void j18_interjectionOfATurnThatFailsAgain_stays() {
        answers.add(call -> {
            sessions.get(0).cancel("enough");
            return NO_NETWORK;
        });
        answers.add(call -> {
            assertThat(sessions.get(0).interject("And a door.")).isTrue();
            return NO_NETWORK;
        });
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = opened(fixture);
            session.send("Draw a wall.");

            assertThat(session.runToStableResult().isOk()).isFalse();

            assertThat(said(session)).containsExactly("Draw a wall.", "And a door.");
        }
    }

    @Test
    @DisplayName("J18 a message that an earlier turn has accepted stays when a hook refuses the next message")
    void j18_interjectionOfACancelledTurn_staysWhenTheNextIsRefused() {
        Hook hook = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return input.text().equals("No.") ? Decision.stop("so the test says") : Decision.proceed();
            }
        };
        answers.add(this::interjectsAndCancels);
        try (EngineFixture fixture = fixture(builder -> builder.addHook("filter", hook, ""))) {
            ConversationSession session = opened(fixture);
            session.send("Draw a wall.");

            assertThat(session.send("No.").isOk()).isFalse();

            assertThat(said(session)).containsExactly("Draw a wall.", "And a door.");
        }
    }

    @Test
    @DisplayName("M1 a value that is not stored changes no stored value of the entry at which it is set")
    void m1_valueThatIsNotStored_changesNoStoredValue() {
        StateKey<Integer> walls = StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();
        StateKey<Integer> live = StateKey.of("live", StateKey.Scope.BRANCH, 0);
        String id;
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = opened(fixture);
            id = session.id();
            ConversationSession fork = session.fork("side");
            session.state().update(walls, before -> 1);
            fork.state().update(walls, before -> 2);
            session.state().update(live, before -> 3);

            assertThat(valueAtRoot(session, session.state(), walls)).isEqualTo(2);
            session.close();
            fork.close();
        }
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(valueAtRoot(session, session.state(), walls)).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("Prefix: a value that is not stored leaves no trace in what is resumed")
    void valueThatIsNotStored_leavesNoTrace() {
        StateKey<Integer> live = StateKey.of("live", StateKey.Scope.BRANCH, 0);
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = opened(fixture);
            session.state().update(live, before -> 3);
            session.fork("side").close();

            assertThat(ConversationReplay.of(store.only().stream()))
                    .isEqualTo(
                            MarkingClock.conversation(session.state()).state().kept());
        }
    }

    private static int valueAtRoot(ConversationSession session, State state, StateKey<Integer> key) {
        session.continueFrom(session.tree().root());
        return state.get(key);
    }

    @Test
    @DisplayName("D20 a message that waits for a person's word still waits when it cannot be sent now")
    void d20_waitingMessageThatCannotBeSent_stillWaits() {
        String id;
        answers.add(call -> {
            sessions.get(0).sendAsync("Later.", queue());
            sessions.get(0).close();
            return NO_NETWORK;
        });
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = opened(fixture);
            id = session.id();
            session.send("Now.");
        }
        try (EngineFixture fixture = fixture(builder -> builder)) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            String message = session.waitingMessages().keySet().iterator().next();
            answers.add(call -> {
                assertThatIllegalStateException().isThrownBy(() -> session.sendWaiting(message, SessionOptions.none()));
                return AiReturn.ofText("Done.");
            });
            session.send("Something else.");

            assertThat(session.waitingMessages()).containsOnlyKeys(message);
            answers.add(call -> AiReturn.ofText("At last."));
            assertThat(session.sendWaiting(message, SessionOptions.none())
                            .join()
                            .text())
                    .isEqualTo("At last.");
            assertThat(session.waitingMessages()).isEmpty();
        }
    }

    private static SessionOptions queue() {
        return SessionOptions.builder()
                .busyAction(SessionOptions.BusyAction.QUEUE)
                .build();
    }

    @Test
    @DisplayName(
            "J18 a message that was accepted before a turn was cancelled is stored behind an edit beside its place")
    void j18_interjection_survivesAnEditBesideIt() {
        answers.add(call -> {
            call.sink().accept(new AiDelta.Text("Half."));
            return interjectsAndCancels(call);
        });
        answers.add(call -> AiReturn.ofText("On the side."));
        answers.add(call -> AiReturn.ofText("Edited."));
        answers.add(call -> AiReturn.ofText("With a door."));
        Hook filtering = new Hook() {
            @Override
            public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = fixture(builder -> builder.addHook("filtering", filtering, ""))) {
            ConversationSession session = opened(fixture);
            session.send("A wall.");
            ConversationEntry place = session.head();
            ConversationEntry beside;
            try (ConversationSession side = session.fork("side")) {
                side.send("A window.");
                beside = side.last(Interaction.Kind.USER).orElseThrow();
            }
            assertThat(beside.parent()).contains(place.id());

            session.edit(beside, "A roof.");

            assertThat(said(session))
                    .containsExactly("A wall.", "Half.", "A roof.", "Edited.", "And a door.", "With a door.");
        }
    }
}
