package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiException;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A person, or a part of a program, that uses the sessions of a conversation at random. */
final class SimulationPeople {
    private final SimulationLife life;
    private final Simulation simulation;
    private final SimulationScheduler scheduler;

    SimulationPeople(SimulationLife life) {
        this.life = life;
        this.simulation = life.simulation;
        this.scheduler = life.scheduler;
    }

    /** Does that many things. */
    void act(int times) {
        for (int i = 0; i < times; i++) {
            if (scheduler.isLuckOf(30)) {
                scheduler.sleep("person", Duration.ofMillis(1 + scheduler.next(2000)));
            } else {
                scheduler.pause("person");
            }
            life.uiOrNot().execute(this::act);
        }
    }

    private void act() {
        List<ConversationSession> open = List.copyOf(life.sessions.values());
        if (open.isEmpty()) {
            return;
        }
        ConversationSession session = open.get(scheduler.next(open.size()));
        int what = scheduler.next(100);
        try {
            int before = life.known();
            if (what < 60) {
                talk(session, what);
            } else if (change(session, what)) {
                checkStored(what, before);
            }
        } catch (IllegalStateException | IllegalArgumentException | AiException refused) {
            scheduler.note("refused " + what + " " + refused.getClass().getSimpleName());
        }
    }

    /** What has returned is stored, except on the UI thread and while the store fails. */
    private void checkStored(int what, int before) {
        if (life.isHealthy() && !life.store.hasFailed && !scheduler.isOnUi()) {
            simulation.expect(life.store.size() >= before, "a change has returned that is not stored: " + what);
        }
    }

    private void talk(ConversationSession session, int what) {
        if (what < 26) {
            send(session);
        } else if (what < 38) {
            life.interject(session::interject, "person", session.branch());
        } else if (what < 45) {
            scheduler.note("cancel " + session.branch() + " " + session.cancel("a person"));
        } else if (what < 50) {
            life.sent("run", session, "", false, session.runAsync());
        } else if (what < 54) {
            edit(session);
        } else if (what < 57) {
            answer();
        } else {
            waiting(session);
        }
    }

    /** Changes something; returns whether it is stored when it returns. */
    private boolean change(ConversationSession session, int what) {
        if (what < 66) {
            return life.fork(session.branch());
        } else if (what < 71) {
            leaveBehind(session);
            session.continueFrom(pick(session));
            return true;
        } else if (what < 75) {
            return summarize(session);
        } else if (what < 78) {
            return delete(session);
        } else if (what < 81) {
            scheduler.note("named " + session.nameBranch("n" + simulation.word(), pick(session)));
            return true;
        } else if (what < 88) {
            reopen(session);
        } else if (what < 92) {
            written(session);
        } else if (what < 97) {
            State state = session.state();
            state.update(SimulationFakes.WALLS, old -> old + 100);
            state.update(SimulationFakes.SHARED, old -> old + 100);
        } else {
            sideTurn(session);
        }
        return false;
    }

    private void send(ConversationSession session) {
        String text = "q" + simulation.word() + ".";
        boolean queues = scheduler.isLuckOf(60);
        SessionOptions.Builder options = SessionOptions.builder().parallelTools(1 + scheduler.next(2));
        if (queues) {
            options.busyAction(SessionOptions.BusyAction.QUEUE);
        }
        if (scheduler.isLuckOf(20)) {
            options.budget(Budget.ofDefaults()
                    .withTime(Duration.ofMillis(1 + scheduler.next(3000)))
                    .withRounds(1 + scheduler.next(3)));
        }
        if (scheduler.isLuckOf(10)) {
            options.heartbeat(Duration.ofSeconds(5));
        }
        boolean waits = queues && session.isRunning();
        CompletableFuture<AiReturn> future = session.sendAsync(Interaction.user(text), options.build());
        scheduler.note("sent " + text + " on " + session.branch() + (waits ? " behind another" : ""));
        if (!life.program.dead && !life.store.hasFailed && !scheduler.isOnUi()) {
            life.state().waiting(session.branch()).stream()
                    .filter(message -> message.input().text().equals(text))
                    .forEach(message -> simulation.queued.put(text, message.turn()));
        }
        life.sent("send " + text, session, text, queues, future);
        if (scheduler.isLuckOf(4)) {
            scheduler.pause("before it cancels");
            simulation.returned.add(text);
            simulation.hasHiddenUsage = true; // the return of a future that was cancelled is not known
            boolean unused = future.cancel(true);
        }
    }

    private void edit(ConversationSession session) {
        leaveBehind(session);
        String text = "e" + simulation.word() + ".";
        life.sent("edit " + text, session, text, false, session.editAsync(pick(session), text));
    }

    /** Messages that an earlier turn accepted and did not store stay behind when the branch continues elsewhere. */
    private void leaveBehind(ConversationSession session) {
        if (!session.isRunning()) {
            ConversationState state = life.state();
            state.interjected(session.branch()).forEach(said -> simulation.refused.add(said.text()));
            String interrupted = state.turnId(session.branch());
            state.waiting(session.branch()).stream()
                    .filter(message -> message.turn().equals(interrupted))
                    .forEach(message -> simulation.refused.add(message.input().text()));
        }
    }

    private void answer() {
        for (Question question : life.questions) {
            if (!simulation.closedQuestions.contains(question)) {
                boolean unused = question.answer(question.options().get(0));
                simulation.closedQuestions.add(question);
                return;
            }
        }
    }

    private void waiting(ConversationSession session) {
        Map<String, Interaction.User> left = session.waitingMessages();
        if (left.isEmpty()) {
            return;
        }
        String turn = left.keySet().iterator().next();
        String text = left.get(turn).text();
        simulation.refused.add(text); // it no longer waits
        if (scheduler.isLuckOf(70)) {
            life.sent("waiting " + turn, session, text, false, session.sendWaiting(turn, SessionOptions.none()));
        } else {
            scheduler.note("withdraw " + session.withdraw(turn));
        }
    }

    private ConversationEntry pick(ConversationSession session) {
        List<ConversationEntry> all = session.tree().subtree(session.tree().root());
        return all.get(scheduler.next(all.size()));
    }

    private boolean summarize(ConversationSession session) {
        List<ConversationEntry> path = session.path();
        if (path.size() > 1) {
            int from = scheduler.next(path.size());
            int to = from + scheduler.next(path.size() - from);
            session.summarize(path.get(from), path.get(to), "in short");
        }
        return path.size() > 1;
    }

    private boolean delete(ConversationSession session) {
        ConversationEntry entry = pick(session);
        List<String> gone = session.tree().subtree(entry).stream()
                .map(ConversationEntry::text)
                .toList();
        simulation.removed.addAll(
                gone); // the program may die after the deletion is stored and before the method returns
        try {
            session.deleteSubtree(entry);
        } catch (IllegalStateException | IllegalArgumentException refused) {
            simulation.removed.removeAll(gone);
            throw refused;
        }
        return true;
    }

    private void reopen(ConversationSession session) {
        String name = session.branch();
        if (!name.equals(ConversationTree.MAIN) && scheduler.isLuckOf(30)) {
            life.sessions.remove(name, session);
            life.close(session);
            return;
        }
        List<String> shut = new ArrayList<>(session.tree().heads().keySet());
        shut.removeAll(life.sessions.keySet());
        if (!shut.isEmpty()) {
            life.add(session.onBranch(shut.get(scheduler.next(shut.size()))));
        }
    }

    private void written(ConversationSession session) {
        int before = life.known();
        var unused = session.written().thenAccept(all -> {
            if (!life.program.dead && all) {
                simulation.expect(life.store.size() >= before, "written() is true, and records are not stored");
            }
        });
    }

    private void sideTurn(ConversationSession session) {
        SideTurn aside = SideTurn.of("aside", "What was said?")
                .withPlacement(SideTurn.Placement.values()[scheduler.next(3)])
                .withHistory(true);
        CompletableFuture<AiReturn> future = session.runSideTurnAsync(aside);
        life.sent("side turn", session, "", false, future);
        var unused = future.thenAccept(ret -> life.usageOfSideTurns = life.usageOfSideTurns.plus(ret.usage()));
    }
}
