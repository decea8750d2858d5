package dev.plumbline.integration.docs;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.TurnEdits;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;

/** The programs of docs/skill/SKILL.md. */
final class SkillExamples {
    private SkillExamples() {}

    record Item(String id, double x, double y) {}

    /** A plan of items, of which some are selected. */
    static final class Plan {
        final List<Item> items = new ArrayList<>(List.of(new Item("a", 0, 0), new Item("b", 10, 10)));
        final List<String> marked = new ArrayList<>();

        String id() {
            return "plan";
        }

        String revision() {
            return items.toString();
        }

        List<Item> selected() {
            return items.stream().filter(item -> marked.contains(item.id())).toList();
        }

        void move(double dx, double dy) {
            items.replaceAll(
                    item -> marked.contains(item.id()) ? new Item(item.id(), item.x() + dx, item.y() + dy) : item);
        }

        void remove(List<Item> some) {
            items.removeAll(some);
        }

        void restore(List<Item> some) {
            items.addAll(some);
        }
    }

    record SelectionTools(Plan plan, TurnEdits turns) {
        @Tool(value = "Lists the selected objects with their ids and positions in millimetres.", readOnly = true)
        List<Item> selected() {
            return plan.selected();
        }

        @Tool("Moves the selected objects. Returns them with their new positions in millimetres.")
        List<Item> moveSelection(
                @Param("to the right, in millimetres") double dx,
                @Param("down, in millimetres") double dy,
                ToolContext call) {
            if (plan.selected().isEmpty()) {
                throw new ToolException(
                        "Nothing is selected. Ask the user to select something."); // the model reads this
            }
            plan.move(dx, dy);
            turns.add(call.ids().turn(), () -> plan.move(-dx, -dy), () -> plan.move(dx, dy)); // one undo step a turn
            return plan.selected();
        }

        @Tool(value = "Deletes the selected objects.", destructive = true) // a person is asked each time
        int deleteSelection(ToolContext call) {
            List<Item> deleted = plan.selected();
            plan.remove(deleted);
            turns.add(call.ids().turn(), () -> plan.restore(deleted), () -> plan.remove(deleted));
            return deleted.size();
        }
    }

    static AssistantPanel open(Assistant assistant, Plan plan, TurnEdits turns) {
        return assistant.open(AssistantDocument.of(plan::id, plan::revision, new SelectionTools(plan, turns))
                .withUndo(turns)
                .withFact("units", () -> "millimetres"));
    }
}
