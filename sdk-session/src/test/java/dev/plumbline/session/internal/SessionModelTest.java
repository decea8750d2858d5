package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.VirtualClock;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The state machine of a session under every interleaving of its methods that Lincheck tries: whatever the threads do, each
 * result is one that some order of the same calls by a single thread gives. Needs {@code -Plincheck}.
 */
public class SessionModelTest {
    private static final SessionOptions PATIENT =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
    private final ConversationSession session;

    public SessionModelTest() {
        AtomicInteger number = new AtomicInteger();
        LoopingProvider model = new LoopingProvider(
                List.of(new LoopingProvider.Step(List.of(new AiDelta.Text("Yes.")), Optional.empty())));
        session = EngineSettings.of(PolicyChain.builder().build(model), new FakeToolExecutor())
                .time(VirtualClock.create())
                .executor(turns::add)
                .ids(() -> "id" + number.incrementAndGet())
                .model(EngineFixture.MODEL)
                .build()
                .open(AiBody.builder().build(), SessionOptions.none());
    }

    private String say(SessionOptions options) {
        try {
            session.sendAsync(Interaction.user("Go."), options);
            return "taken";
        } catch (IllegalStateException refused) {
            return "refused";
        }
    }

    @Operation
    public String send() {
        return say(SessionOptions.none());
    }

    @Operation
    public String queue() {
        return say(PATIENT);
    }

    /** A thread of the runtime runs what is due; when a turn reaches it is no promise. */
    @Operation
    public void work() {
        Runnable turn = turns.poll();
        if (turn != null) {
            turn.run();
        }
    }

    @Operation
    public boolean cancel() {
        return session.cancel("enough");
    }

    @Operation
    public boolean interject() {
        return session.interject("And?");
    }

    @Operation
    public boolean isRunning() {
        return session.isRunning();
    }

    @Operation
    public void close() {
        session.close();
    }

    @Test
    @DisplayName("123 125 any threads at any method: every outcome is one of some order")
    void methods_areLinearizable() {
        new ModelCheckingOptions()
                .iterations(8)
                .invocationsPerIteration(60)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(SessionModelTest.class);
    }
}
