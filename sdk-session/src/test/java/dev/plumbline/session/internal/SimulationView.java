package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A view that folds the events of a branch into its path, and checks their order. */
final class SimulationView implements ConversationObserver {
    private final Simulation simulation;
    private final SimulationScheduler scheduler;
    private final ConversationSession session;
    private final String branch;
    private final Map<ConversationEntry.Id, ConversationEntry> known = new HashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> finished = new HashSet<>();

    /** The questions of turns that failed, which are removed without an event. */
    private final Set<ConversationEntry.Id> questions = new HashSet<>();

    private List<ConversationEntry> shown;
    private long last;

    SimulationView(Simulation simulation, SimulationScheduler scheduler, ConversationSession session) {
        this.simulation = simulation;
        this.scheduler = scheduler;
        this.session = session;
        this.branch = session.branch();
        this.shown = session.path();
        this.last = -1;
    }

    String branch() {
        return branch;
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (last >= 0) {
            simulation.expect(
                    event.sequence() == last + event.pieces(),
                    "event " + event.sequence() + " with " + event.pieces() + " pieces follows " + last);
        }
        last = event.sequence();
        String turn = event.ids().turn();
        simulation.expect(turn.isEmpty() || !finished.contains(turn), "an event follows the end of its turn: " + event);
        if (event instanceof SessionEvent.TurnStarted) {
            simulation.expect(begun.add(turn), "a turn begins twice: " + turn);
        } else if (event instanceof SessionEvent.TurnFinished finish) {
            simulation.expect(begun.contains(turn), "a turn ends that has not begun: " + turn);
            finished.add(turn);
            boolean isQuestion =
                    !shown.isEmpty() && finish.ret().error().isPresent() && last().kind() == Interaction.Kind.USER;
            if (isQuestion) {
                questions.add(last().id());
            }
        } else if (event instanceof SessionEvent.EntryAppended appended) {
            append(appended.entry());
        } else if (event instanceof SessionEvent.BranchMoved moved) {
            shown = pathTo(moved.from());
        }
        scheduler.pause("view");
    }

    private ConversationEntry last() {
        return shown.get(shown.size() - 1);
    }

    private void append(ConversationEntry entry) {
        known.put(entry.id(), entry);
        ConversationEntry.Id parent = entry.parent().orElseThrow();
        int at = shown.size();
        while (at > 0 && !shown.get(at - 1).id().equals(parent)) {
            at--;
        }
        shown = at == 0 ? pathTo(entry) : new ArrayList<>(shown.subList(0, at));
        if (at > 0) {
            shown.add(entry);
        }
    }

    /** Returns the path to an entry, which may be deleted in the meantime. */
    private List<ConversationEntry> pathTo(ConversationEntry entry) {
        shown.forEach(one -> known.put(one.id(), one));
        List<ConversationEntry> path = new ArrayList<>();
        Optional<ConversationEntry> at = Optional.of(entry);
        while (at.isPresent()) {
            if (at.get().parent().isPresent()) {
                path.add(0, at.get());
            }
            at = at.get().parent().flatMap(this::find);
        }
        return path;
    }

    private Optional<ConversationEntry> find(ConversationEntry.Id id) {
        return session.tree().find(id).or(() -> Optional.ofNullable(known.get(id)));
    }

    /** Compares what is shown with the path, while nothing runs. */
    void checkAtRest(ConversationSession open) {
        if (open != session) {
            return;
        }
        List<ConversationEntry> left = new ArrayList<>(shown);
        while (!left.isEmpty()
                && !left.equals(session.path())
                && questions.contains(left.get(left.size() - 1).id())) {
            left.remove(left.size() - 1);
        }
        simulation.expect(
                left.equals(session.path()),
                "the view of " + branch + " shows " + ids(left) + ", and the path is " + ids(session.path()));
        checkAtEnd();
    }

    /** Checks that each turn that has begun has ended. */
    void checkAtEnd() {
        simulation.expect(finished.equals(begun), "turns that began: " + begun + ", that ended: " + finished);
    }

    private static List<String> ids(List<ConversationEntry> path) {
        return path.stream().map(entry -> entry.id().text()).toList();
    }
}
