package dev.plumbline.examples.freeplane;

import dev.plumbline.assistant.TurnUndo;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.freeplane.core.undo.IActor;
import org.freeplane.core.undo.IUndoHandler;

/**
 * The edits of a turn as one step of the host's undo, added with the first one. The host joins what is done within 100 ms,
 * which is neither a turn nor only a turn; so its edits are recorded, and one step has them all. A step that is no longer
 * the last one, or that the user took back, gets no more. Used on the UI thread.
 */
final class TurnSteps implements TurnUndo {
    private final IUndoHandler host;
    private final Consumer<IUndoHandler> current;
    private final List<Step> steps = new ArrayList<>();
    private int number;

    /**
     * @param host the undo of a map
     * @param current makes another one that of the map
     */
    TurnSteps(IUndoHandler host, Consumer<IUndoHandler> current) {
        this.host = host;
        this.current = current;
    }

    /** Makes an edit of that turn, and returns what it returns. Part of an edit that fails can be taken back, too. */
    <T> T edit(String turn, Supplier<T> edit) {
        List<IActor> made = new ArrayList<>();
        current.accept(recorder(made));
        try {
            return edit.get();
        } finally {
            current.accept(host);
            if (!made.isEmpty()) {
                add(turn, made);
            }
        }
    }

    private void add(String turn, List<IActor> made) {
        for (Step step : steps) {
            if (step.turn.equals(turn) && step.isTheLastOf(host)) {
                step.parts.addAll(made);
                return;
            }
        }
        Step step = new Step(turn, "AI edit " + ++number, made);
        steps.removeIf(before -> !before.done); // a new step ends what could be redone
        steps.add(step);
        host.forceNewTransaction(); // not joined to what the user has just done,
        host.addActor(step);
        host.forceNewTransaction(); // nor what the user does next to this
    }

    @Override
    public List<String> done() {
        Stream<String> own = steps.stream().filter(step -> step.done).map(step -> step.turn);
        boolean isNext = steps.stream().anyMatch(step -> step.isTheLastOf(host));
        return (isNext ? own : Stream.concat(own, Stream.of(""))).toList(); // else the user did something since
    }

    @Override
    public List<String> undone() {
        return steps.stream()
                .filter(step -> !step.done && host.canRedo())
                .map(step -> step.turn)
                .toList();
    }

    @Override
    public void undo() {
        host.undo();
    }

    @Override
    public void redo() {
        host.redo();
    }

    /** An undo that keeps what is added and changes nothing of the host's, which it asks all else. */
    private IUndoHandler recorder(List<IActor> made) {
        return (IUndoHandler) Proxy.newProxyInstance(
                IUndoHandler.class.getClassLoader(), new Class<?>[] {IUndoHandler.class}, (self, method, given) -> {
                    if (method.getName().equals("addActor")) {
                        made.add((IActor) given[0]);
                    }
                    return method.getReturnType() == void.class ? null : method.invoke(host, given);
                });
    }

    /** The edits of one turn, made already, that can be taken back and made again any number of times. */
    private static final class Step implements IActor {
        private final String turn;
        private final String name;
        private final List<IActor> parts;
        private boolean done = true;

        Step(String turn, String name, List<IActor> parts) {
            this.turn = turn;
            this.name = name;
            this.parts = parts;
        }

        /** The host puts the selection before it, which has a description, too. */
        boolean isTheLastOf(IUndoHandler undo) {
            return done && undo.canUndo() && undo.getLastDescription().endsWith(name);
        }

        @Override
        public void act() {
            parts.forEach(IActor::act);
            done = true;
        }

        @Override
        public void undo() {
            for (int i = parts.size(); i-- > 0; ) {
                parts.get(i).undo();
            }
            done = false;
        }

        @Override
        public String getDescription() {
            return name;
        }
    }
}
