package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.HostApplication;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoableEdit;

/** Step 6: whatever one turn does is one undo step. */
public final class Step06 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step06(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
    }

    /** The edits of one turn. The first is posted at once; it takes up the later ones of its turn. */
    static final class TurnEdit extends AbstractUndoableEdit {
        private static final long serialVersionUID = 1L;
        private final transient Drawing drawing;
        private final String turn;
        private final transient List<Shape> before;
        private transient List<Shape> after;

        TurnEdit(Drawing drawing, String turn, List<Shape> before) {
            this.drawing = drawing;
            this.turn = turn;
            this.before = before;
            this.after = drawing.shapes();
        }

        @Override
        public boolean addEdit(UndoableEdit next) {
            boolean same = next instanceof TurnEdit edit && edit.turn.equals(turn) && canUndo();
            if (same) {
                after = ((TurnEdit) next).after;
            }
            return same;
        }

        @Override
        public void undo() {
            super.undo();
            drawing.set(before);
        }

        @Override
        public void redo() {
            super.redo();
            drawing.set(after);
        }
    }

    /** Tools whose changes can be undone. */
    public record UndoableTools(Drawing drawing) {
        @Tool("Draws a shape and returns it with its id.")
        public Shape draw(Step04.Sketch sketch, ToolContext call) {
            List<Shape> before = drawing.shapes();
            Shape shape = new Step04.CheckedTools(drawing).draw(sketch);
            drawing.undo().addEdit(new TurnEdit(drawing, call.ids().turn(), before));
            return shape;
        }

        @Tool("Moves a shape by some pixels, to the right and down.")
        public Shape move(String id, int right, int down, ToolContext call) {
            Shape old = drawing.find(id)
                    .orElseThrow(() -> new ToolException("There is no shape " + id + ". Ask for the shapes first."));
            List<Shape> before = drawing.shapes();
            Shape moved =
                    new Shape(id, old.kind(), old.x() + right, old.y() + down, old.width(), old.height(), old.colour());
            List<Shape> all = new ArrayList<>(before);
            all.set(before.indexOf(old), moved);
            drawing.set(all);
            drawing.undo().addEdit(new TurnEdit(drawing, call.ids().turn(), before));
            return moved;
        }
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return Step02.panel(ai.session(body, SessionOptions.none(), own -> {
            own.addTools(new UndoableTools(drawing));
            own.addContext(Step05.facts(drawing));
        }));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step06(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
