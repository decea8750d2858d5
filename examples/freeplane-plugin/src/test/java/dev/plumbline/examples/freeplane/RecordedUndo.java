package dev.plumbline.examples.freeplane;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.freeplane.core.undo.IActor;
import org.freeplane.core.undo.IUndoHandler;

/** An undo as the host has it: a list of steps and a place in it; what is added in one event becomes one step. */
final class RecordedUndo {
    private final List<List<IActor>> steps = new ArrayList<>();
    private int place;
    private boolean joins;

    IUndoHandler handler() {
        return (IUndoHandler) Proxy.newProxyInstance(
                IUndoHandler.class.getClassLoader(), new Class<?>[] {IUndoHandler.class}, (self, method, given) -> {
                    switch (method.getName()) {
                        case "addActor" -> add((IActor) given[0]);
                        case "forceNewTransaction" -> joins = false;
                        case "getLastDescription" -> {
                            return "first, " + last(steps.get(place - 1)).getDescription();
                        }
                        case "canUndo" -> {
                            return place > 0;
                        }
                        case "canRedo" -> {
                            return place < steps.size();
                        }
                        case "undo" -> undo();
                        case "redo" -> redo();
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return null;
                });
    }

    private static IActor last(List<IActor> step) {
        return step.get(step.size() - 1);
    }

    private void add(IActor actor) {
        while (steps.size() > place) {
            steps.remove(steps.size() - 1);
        }
        if (!joins) {
            steps.add(new ArrayList<>());
            place++;
        }
        steps.get(place - 1).add(actor);
        joins = true;
    }

    int steps() {
        return steps.size();
    }

    void undo() {
        List<IActor> step = steps.get(--place);
        for (int i = step.size(); i-- > 0; ) {
            step.get(i).undo();
        }
    }

    void redo() {
        steps.get(place++).forEach(IActor::act);
    }
}
