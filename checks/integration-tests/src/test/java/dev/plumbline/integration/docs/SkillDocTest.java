package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.assistant.TurnEdits;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Map;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The programs of the skill for coding agents, with a scripted model. */
class SkillDocTest {
    @Test
    @DisplayName("N37 the tools of the skill move a selection, say what is missing, and one turn is one undo step")
    void n37_tools_areRight() {
        SkillExamples.Plan plan = new SkillExamples.Plan();
        UndoableEditSupport edits = new UndoableEditSupport();
        UndoManager undo = new UndoManager();
        edits.addUndoableEditListener(undo);
        TurnEdits turns = TurnEdits.of(edits, "AI edit", undo::undo, undo::redo);
        String before = plan.revision();
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("moveSelection", Map.of("dx", 100, "dy", 0))
                .nextRound()
                .says("Nothing is selected.")
                .callsTool("moveSelection", Map.of("dx", 100, "dy", 0))
                .nextRound()
                .callsTool("moveSelection", Map.of("dx", 0, "dy", 50))
                .nextRound()
                .says("Moved.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(new SkillExamples.SelectionTools(plan, turns))
                .build()) {
            assertThat(ai.send("to the right").text()).isEqualTo("Nothing is selected.");
            assertThat(plan.revision()).isEqualTo(before);
            plan.marked.add("a");
            assertThat(ai.send("to the right, and down").text()).isEqualTo("Moved.");
        }
        assertThat(plan.items.get(0)).isEqualTo(new SkillExamples.Item("a", 100, 50));
        undo.undo();
        assertThat(plan.revision()).isEqualTo(before);
        assertThat(undo.canUndo()).isFalse();
        model.expectPlayed();
    }
}
