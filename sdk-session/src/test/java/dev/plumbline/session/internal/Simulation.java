package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.state.ChangeRecord;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.WaitingMessage;
import dev.plumbline.ui.Question;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A simulation of one conversation: programs that open and resume it, die and are closed, with a model, tools, people, a
 * store and a clock of its own. Everything that happens follows from one number. {@link #run} returns which promises were
 * broken.
 */
final class Simulation {
    final SimulationScheduler scheduler;
    final SimulationStore store;
    final Plan plan;
    String sessionId = "";
    private int ids;
    private int words;

    /** How often the tool of each call ran. */
    final Map<String, Integer> runs = new HashMap<>();

    /** The messages that were sent during a turn and accepted, with the program that accepted them. */
    final Map<String, String> accepted = new TreeMap<>();

    /** The messages that a hook refused, or that a person left behind. */
    final Set<String> refused = new HashSet<>();

    /** The texts of entries that a person deleted. */
    final Set<String> removed = new HashSet<>();

    /** The messages that waited behind a turn, with the ids of their own turns. */
    final Map<String, String> queued = new TreeMap<>();

    /** The messages of calls that have returned. */
    final Set<String> returned = new HashSet<>();

    final Set<Question> closedQuestions = new HashSet<>();

    /** Whether a person threw away a return, so that usage cannot be summed. */
    boolean hasHiddenUsage;

    private final List<String> broken = new ArrayList<>();

    /** What is chosen once for a simulation. */
    record Plan(
            FailureMode onFailure, boolean hooks, boolean facts, boolean host, int deaths, int people, int actions) {}

    /** What came of a simulation. */
    record Result(long seed, String trace, List<String> broken) {}

    private Simulation(long seed, Deque<SimulationScheduler.Worker> threads) {
        Random random = new Random(seed);
        random.nextInt();
        this.scheduler = new SimulationScheduler(random, threads);
        this.store = new SimulationStore(scheduler);
        this.plan = new Plan(
                random.nextBoolean() ? FailureMode.FAIL : FailureMode.SKIP,
                random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                random.nextInt(4) == 0,
                random.nextInt(3),
                1 + random.nextInt(3),
                3 + random.nextInt(8));
        store.leased = random.nextBoolean();
        scheduler.thrown = (task, why) -> broken(task + " threw " + why + at(why));
    }

    private static String at(Throwable why) {
        StringBuilder at = new StringBuilder();
        for (StackTraceElement frame : why.getStackTrace()) {
            at.append("\n    at ").append(frame);
        }
        return at.toString();
    }

    /** Runs the simulation of a seed on threads that it takes and returns. */
    static Result run(long seed, Deque<SimulationScheduler.Worker> threads) {
        Simulation simulation = new Simulation(seed, threads);
        simulation.scheduler.note(simulation.plan + (simulation.store.leased ? " leased" : ""));
        String trace = simulation.scheduler.run(new SimulationScheduler.Program("world"), "world", simulation::live);
        return new Result(seed, trace, simulation.broken);
    }

    private void live() {
        for (int i = 0; i < plan.deaths; i++) {
            live("life" + i, 5 + scheduler.next(60));
        }
        live("life", 0);
        if (store.size() > 0) {
            calm();
            checkPrefixes();
        }
    }

    /** Runs a program until it dies or is closed. */
    private void live(String name, int diesAt) {
        store.recover();
        store.diesAt = diesAt;
        store.faults = scheduler.next(3) == 0 ? 8 : 0;
        SimulationLife life = new SimulationLife(this, name);
        scheduler.add(life.program, "main", () -> untilEnd(life, () -> live(life)));
        scheduler.await("life", () -> life.ended || life.program.dead);
    }

    private static void untilEnd(SimulationLife life, Runnable work) {
        try {
            work.run();
        } finally {
            life.ended = true;
        }
    }

    private void live(SimulationLife life) {
        if (!open(life)) {
            return;
        }
        int[] busy = {plan.people};
        for (int i = 0; i < plan.people; i++) {
            scheduler.add("person", () -> {
                new SimulationPeople(life).act(plan.actions);
                busy[0]--;
            });
        }
        scheduler.await("people", () -> busy[0] == 0);
        if (scheduler.isLuckOf(70)) {
            life.awaitRest();
            life.checkAtRest();
        }
        life.close();
    }

    private boolean open(SimulationLife life) {
        int size = store.size();
        boolean opened = life.open();
        if (size > 0) {
            checkResumed(life.state(), size);
        }
        return opened;
    }

    private void checkResumed(ConversationState state, int size) {
        ConversationState before = store.states().get(size);
        if (before != null) {
            expect(before.kept().equals(state.kept()), "the state that was resumed is not the one that was stored");
        }
        for (String branch : state.tree().heads().keySet()) {
            if (state.turnId(branch) == null) {
                AiBody.unpaired(state.sent(branch)).ifPresent(this::broken);
            }
        }
    }

    /** Resumes the conversation without faults, and lets every branch come to rest. */
    private void calm() {
        store.recover();
        store.diesAt = 0;
        store.faults = 0;
        SimulationLife life = new SimulationLife(this, "calm");
        life.model.calm = true;
        scheduler.add(life.program, "main", () -> untilEnd(life, () -> calm(life)));
        scheduler.await("calm", () -> life.ended || life.program.dead);
    }

    private void calm(SimulationLife life) {
        boolean unused = open(life);
        checkMessages(life.state());
        for (String branch : life.state().tree().heads().keySet()) {
            if (!life.sessions.containsKey(branch)) {
                life.add(life.sessions.get(ConversationTree.MAIN).onBranch(branch));
            }
            settle(life, life.sessions.get(branch));
        }
        life.awaitRest();
        life.checkAtRest();
        life.close();
    }

    private void settle(SimulationLife life, ConversationSession session) {
        String branch = session.branch();
        for (int i = 0; i < 12 && isOpen(life.state(), branch); i++) {
            var future = session.runAsync();
            life.sent("settle", session, "", false, future);
            scheduler.await("settle", future::isDone, Duration.ofHours(1));
        }
        expect(plan.hooks || !isOpen(life.state(), branch), "the branch " + branch + " does not come to rest");
    }

    private static boolean isOpen(ConversationState state, String branch) {
        return state.turnId(branch) != null || state.awaitsAnswer(branch);
    }

    /** Checks that no message that was accepted is lost. */
    private void checkMessages(ConversationState state) {
        List<String> texts = new ArrayList<>(SimulationLife.texts(state.tree()));
        for (String branch : state.tree().heads().keySet()) {
            state.interjected(branch).forEach(said -> texts.add(said.text()));
            for (WaitingMessage message : state.waiting(branch)) {
                texts.add(message.input().text());
            }
        }
        texts.addAll(refused);
        texts.addAll(removed);
        for (String text : accepted.keySet()) {
            expect(texts.stream().anyMatch(one -> one.contains(text)), "a message is lost: " + text);
        }
        texts.addAll(returned);
        queued.forEach((text, turn) -> expect(
                store.stored.contains("ended " + turn) || texts.stream().anyMatch(one -> one.contains(text)),
                "a queued message is lost: " + text));
    }

    /** Compares each prefix of the journal with the state that was live when its last record was queued. */
    private void checkPrefixes() {
        ConversationState replayed = ConversationState.nothing();
        int size = 0;
        for (Json record : store.records()) {
            replayed = replayed.apply(Objects.requireNonNull(ChangeRecord.read(record)));
            ConversationState live = store.states().get(++size);
            if (live != null && !live.kept().equals(replayed.kept())) {
                broken("a prefix of " + size + " records is not the state of then: "
                        + difference(live.kept(), replayed.kept()));
            }
        }
    }

    /** Returns the members in which two states differ. */
    private static List<String> difference(ConversationState one, ConversationState other) {
        List<String> names = new ArrayList<>();
        for (Field field : ConversationState.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !get(one, field.getName()).equals(get(other, field.getName()))) {
                names.add(field.getName() + " " + get(one, field.getName()) + " " + get(other, field.getName()));
            }
        }
        return names;
    }

    String id() {
        return "id" + ++ids;
    }

    int word() {
        return ++words;
    }

    void expect(boolean promise, String otherwise) {
        if (!promise) {
            broken(otherwise);
        }
    }

    /** Reports a promise that is broken, unless it is by a program that is dying. */
    void broken(String what) {
        if (scheduler.program().dead) {
            return;
        }
        broken.add(what);
        scheduler.note("BROKEN " + what);
    }

    static Object get(Object owner, String field) {
        try {
            return field(owner, field).get(owner);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void set(Object owner, String field, Object value) {
        try {
            field(owner, field).set(owner, value);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Field field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
