package dev.plumbline.assistant;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.views.RowMenus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.swing.AbstractButton;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;

/** A host whose document is a list of walls, with the undo of Swing, and a scripted model. */
final class WallDesk implements AutoCloseable {
    final Desk desk = new Desk();
    final ScriptedProvider model;
    final List<String> walls = new ArrayList<>();
    Runnable whileDrawing = () -> {};
    private final UndoManager undo = new UndoManager();
    private final UndoableEditSupport edits = new UndoableEditSupport();
    private final TurnEdits turns;

    WallDesk(ScriptedProvider model) {
        this.model = model;
        edits.addUndoableEditListener(undo);
        turns = Desk.onUi(() -> TurnEdits.of(edits, "AI edit", undo::undo, undo::redo));
    }

    /** Draws walls and counts them. */
    final class Tools {
        @Tool(name = "draw", value = "Draws a wall.")
        int draw(@Param("its name") String name, ToolContext call) {
            String turn = call.ids().turn();
            walls.add(name);
            turns.add(turn, () -> walls.remove(name), () -> walls.add(name));
            whileDrawing.run();
            return walls.size();
        }

        @Tool(name = "count", value = "Counts the walls.", readOnly = true)
        int count() {
            return walls.size();
        }

        @Tool(name = "erase", value = "Erases a wall.", destructive = true)
        String erase(@Param("its name") String name) {
            walls.remove(name);
            return name;
        }
    }

    AssistantPanel open(UnaryOperator<Assistant.Builder> change) {
        return Desk.onUi(() -> openNow(change));
    }

    /** Opens on the UI thread, which is this one. */
    AssistantPanel openNow(UnaryOperator<Assistant.Builder> change) {
        return desk.assistant(builder -> change.apply(builder.provider(() -> model)))
                .open(AssistantDocument.of(() -> "plan", walls::toString, new Tools())
                        .withUndo(turns));
    }

    AssistantPanel open() {
        return open(builder -> builder);
    }

    AssistantPanel open(Path folder) {
        return open(builder -> builder.conversations(folder));
    }

    static ScriptedProvider draws(ScriptedProvider model, String wall) {
        return model.callsTool("draw", Map.of("name", wall));
    }

    /** Sends a message and waits until the model has been called so often and nothing runs. */
    void send(AssistantPanel panel, String text, String answer) {
        Desk.ui(() -> panel.send(text));
        Desk.awaitText(panel.component(), answer);
        awaitIdle(panel);
    }

    static void awaitIdle(AssistantPanel panel) {
        Await.until(
                () -> Desk.onUi(() -> !Desk.find(panel.component(), "stop", AbstractButton.class)
                        .isEnabled()),
                () -> "it still runs: " + Desk.onUi(() -> Desk.texts(panel.component())));
    }

    static List<String> rows(AssistantPanel panel) {
        return Desk.onUi(() -> RowMenus.rows(panel.chat()));
    }

    static int row(AssistantPanel panel, String text) {
        List<String> rows = rows(panel);
        for (int i = rows.size(); i-- > 0; ) {
            if (rows.get(i).contains(text)) {
                return i;
            }
        }
        throw new AssertionError(text + " is not in " + rows);
    }

    /** Chooses an action of the last row with that text. */
    static void choose(AssistantPanel panel, String text, String action) {
        int row = row(panel, text);
        Desk.ui(() -> RowMenus.choose(panel.chat(), row, action));
    }

    static Optional<String> label(AssistantPanel panel, String text, String action) {
        int row = row(panel, text);
        return Desk.onUi(() -> RowMenus.label(panel.chat(), row, action));
    }

    static boolean asks(AssistantPanel panel, String prompt) {
        return Desk.onUi(() -> Desk.search(panel.component(), "prompt-" + prompt, AbstractButton.class)
                .isPresent());
    }

    List<String> walls() {
        return Desk.onUi(() -> List.copyOf(walls));
    }

    /** The person chooses Undo in the host's menu. */
    void undo() {
        Desk.ui(undo::undo);
    }

    /** The person draws a wall. */
    void draw(String wall) {
        Desk.ui(() -> {
            walls.add(wall);
            edits.postEdit(new AbstractUndoableEdit() {
                private static final long serialVersionUID = 1L;

                @Override
                public void undo() {
                    super.undo();
                    walls.remove(wall);
                }
            });
        });
    }

    @Override
    public void close() {
        desk.close();
    }
}
