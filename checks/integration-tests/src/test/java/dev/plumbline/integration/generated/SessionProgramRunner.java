package dev.plumbline.integration.generated;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.LifecycleTrace;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A person at a program: does one step after the other to one conversation, over crashes and restarts. */
final class SessionProgramRunner implements AutoCloseable {
    /** What happens in the middle of the next turn that draws. */
    private final AtomicReference<Runnable> amidst = new AtomicReference<>(() -> {});

    private CrashableSessionStore records = new CrashableSessionStore();
    private AiRuntime ai = runtime();
    private LifecycleTrace trace = LifecycleTrace.create();
    private ConversationSession session = begun();
    private int branches;
    private int turns;
    private AiReturn last = AiReturn.ofText("");

    SessionProgramRunner() {
        session.observe(trace);
    }

    private AiRuntime runtime() {
        return AiRuntime.builder()
                .addProvider(new EchoProvider())
                .addTools(new Pen())
                .journal(records, FailureMode.FAIL)
                .build();
    }

    ConversationSession session() {
        return session;
    }

    /** Whether anything was said that a restart could find. */
    boolean isStored() {
        return !records.list().isEmpty();
    }

    /** What the last turn came to. */
    AiReturn last() {
        return last;
    }

    /** Every event of this life of this branch. */
    LifecycleTrace trace() {
        return trace;
    }

    void take(SessionStep step) {
        switch (step.deed()) {
            case SEND -> say(step.words());
            case SEND_FOR_TOOLS -> draw(step, () -> {});
            case FORK -> fork();
            case EDIT -> edit(step);
            case INTERJECT -> draw(step, () -> session.interject(step.words()));
            case CANCEL -> draw(step, () -> session.cancel("enough"));
            case CRASH -> crash(step);
            case RESUME -> restart(records);
        }
    }

    private void say(String words) {
        ended(session.send(words));
    }

    /** A cancelled turn answers at once, ends behind that, and is written down when nobody waits for it any more. */
    private void ended(AiReturn ret) {
        last = ret;
        trace.awaitTurns(++turns);
        Await.until(
                () -> records.list().stream().noneMatch(SessionStore.StoredSession::interrupted),
                () -> "it is not written");
    }

    private void draw(SessionStep step, Runnable happening) {
        amidst.set(happening);
        say(EchoProvider.DRAW + step.words());
        amidst.set(() -> {});
    }

    private void fork() {
        watch(session.fork("branch" + ++branches));
    }

    private void edit(SessionStep step) {
        List<ConversationEntry> questions = session.path().stream()
                .filter(entry -> entry.kind() == Interaction.Kind.USER)
                .toList();
        if (!questions.isEmpty()) {
            ended(session.edit(questions.get(step.choice() % questions.size()), step.words()));
        }
    }

    /** At rest, or in the middle of a turn that draws. */
    private void crash(SessionStep step) {
        AtomicReference<CrashableSessionStore> left = new AtomicReference<>(records.afterCrash());
        if (step.choice() % 2 == 1) {
            draw(step, () -> left.set(records.afterCrash()));
        }
        restart(left.get());
        if (step.choice() % 2 == 1) {
            ended(session.runToStableResult());
        }
    }

    private void restart(CrashableSessionStore found) {
        String id = session.id();
        String branch = session.branch();
        ai.close();
        records = found;
        ai = runtime();
        watch(found.list().isEmpty() ? begun() : resumed(id, branch));
    }

    private void watch(ConversationSession other) {
        session = other;
        trace = LifecycleTrace.create();
        turns = 0;
        session.observe(trace);
    }

    private ConversationSession begun() {
        return ai.session(
                AiBody.builder().addSystem("You draw.").toolFilter("*").build());
    }

    private ConversationSession resumed(String id, String branch) {
        ConversationSession whole = ai.resume(id, SessionOptions.none());
        return whole.tree().heads().containsKey(branch) && !whole.branch().equals(branch)
                ? whole.onBranch(branch)
                : whole;
    }

    @Override
    public void close() {
        ai.close();
    }

    private final class Pen {
        @Tool("Draws a stroke.")
        int stroke(int number) {
            if (number == 1) {
                amidst.get().run();
            }
            return number;
        }
    }
}
