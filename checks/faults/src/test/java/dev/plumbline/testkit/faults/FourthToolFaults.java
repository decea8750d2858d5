package dev.plumbline.testkit.faults;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.testkit.faults.ToolFaults.BodyOf;
import dev.plumbline.testkit.faults.ToolFaults.Plan;
import dev.plumbline.testkit.faults.ToolFaults.Wall;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tools with one error each, written by a fourth author from the contract without knowledge of the laws. */
final class FourthToolFaults {
    private static final int SHOWN = 10;

    private final List<PlantedFault> all = new ArrayList<>();

    private FourthToolFaults() {}

    static List<PlantedFault> all() {
        FourthToolFaults faults = new FourthToolFaults();
        faults.effects();
        faults.results();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiTool> hints, BodyOf body) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", () -> ToolFaults.drawing(body, hints)));
    }

    private void effects() {
        // withIdempotent: a repeated call has no further effect
        add(
                "compares a call with the last one only",
                "A call that is repeated after another one draws its wall again, although the tool is idempotent.",
                AiTool::withIdempotent,
                FourthToolFaults::unlessLast);
        // ToolEnvelope.Effect: what is known about side effects of a failed call
        add(
                "checks the label after it has drawn",
                "A call that failed says that it has not started, and its wall is in the plan.",
                tool -> tool,
                (plan, wall, call) -> {
                    Object length = ToolFaults.draw(plan, wall, call);
                    return wall.label().isBlank()
                            ? ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "A wall needs a label.")
                                    .withEffect(ToolEnvelope.Effect.NOT_STARTED)
                            : length;
                });
    }

    private void results() {
        // Handler.call: it returns a value with a JSON form, which half of a surrogate pair has not
        add(
                "shows ten characters of a label",
                "The result has half of a surrogate pair if the pair is at that place.",
                tool -> tool,
                (plan, wall, call) -> {
                    ToolFaults.draw(plan, wall, call);
                    String label = wall.label();
                    return label.length() > SHOWN ? label.substring(0, SHOWN) + "..." : label;
                });
    }

    private static Object unlessLast(Plan plan, Wall wall, ToolContext call) {
        synchronized (plan) {
            int count = plan.walls.size();
            return count > 0 && plan.walls.get(count - 1) == wall.length()
                    ? wall.length()
                    : ToolFaults.draw(plan, wall, call);
        }
    }
}
