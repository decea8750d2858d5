package task.t01;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEdit;

public final class MoveSelection {
    private MoveSelection() {}

    public static String ask(
            AiProvider provider, Map<String, Point> objects, Set<String> selected, UndoManager undo, String request) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(objects, selected, undo))
                .build()) {
            AiReturn ret = ai.session(AiBody.builder()
                            .addSystem("You move objects of a drawing, with the tools.")
                            .build())
                    .send(request);
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        }
    }

    record Tools(Map<String, Point> objects, Set<String> selected, UndoManager undo) {
        @Tool("Moves the selected objects and returns their ids.")
        List<String> moveSelection(
                @Param("to the right, in millimetres") int dx,
                @Param("down, in millimetres") int dy,
                ToolContext call) {
            if (selected.isEmpty()) {
                throw new ToolException("No object is selected. Ask the user to select some.");
            }
            Move move = new Move(objects, List.copyOf(selected), dx, dy);
            move.by(1);
            undo.addEdit(new TurnEdit(call.ids().turn(), move));
            return move.ids;
        }
    }

    static final class Move extends AbstractUndoableEdit {
        private static final long serialVersionUID = 1L;
        private final transient Map<String, Point> objects;
        private final List<String> ids;
        private final int dx;
        private final int dy;

        Move(Map<String, Point> objects, List<String> ids, int dx, int dy) {
            this.objects = objects;
            this.ids = ids;
            this.dx = dx;
            this.dy = dy;
        }

        void by(int times) {
            ids.forEach(id ->
                    objects.computeIfPresent(id, (key, at) -> new Point(at.x + times * dx, at.y + times * dy)));
        }

        @Override
        public void undo() {
            super.undo();
            by(-1);
        }

        @Override
        public void redo() {
            super.redo();
            by(1);
        }
    }

    /** All edits of one turn. */
    static final class TurnEdit extends AbstractUndoableEdit {
        private static final long serialVersionUID = 1L;
        private final String turn;
        private final List<UndoableEdit> parts = new ArrayList<>();

        TurnEdit(String turn, UndoableEdit first) {
            this.turn = turn;
            parts.add(first);
        }

        @Override
        public boolean addEdit(UndoableEdit next) {
            return next instanceof TurnEdit edit && edit.turn.equals(turn) && canUndo() && parts.addAll(edit.parts);
        }

        @Override
        public void undo() {
            super.undo();
            for (int i = parts.size(); i-- > 0; ) {
                parts.get(i).undo();
            }
        }

        @Override
        public void redo() {
            super.redo();
            parts.forEach(UndoableEdit::redo);
        }
    }
}
