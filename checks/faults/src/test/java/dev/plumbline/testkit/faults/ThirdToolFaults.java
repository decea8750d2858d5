package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.faults.ToolFaults.BodyOf;
import dev.plumbline.testkit.faults.ToolFaults.Plan;
import dev.plumbline.testkit.faults.ToolFaults.Wall;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Tools with one error each, written by a third author from the contract without knowledge of the laws. */
final class ThirdToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private ThirdToolFaults() {}

    static List<PlantedFault> all() {
        ThirdToolFaults faults = new ThirdToolFaults();
        faults.results();
        faults.effects();
        faults.members();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiTool> hints, BodyOf body) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", () -> ToolFaults.drawing(body, hints)));
    }

    private void results() {
        // withOutputSchema: "a copy whose result is checked against that schema"
        add(
                "leaves out an empty label",
                "The schema of its results demands the label, and a wall without one has none.",
                tool -> tool.withOutputSchema(Json.parse("{\"type\":\"object\",\"properties\":{\"length\":{\"type\":"
                        + "\"integer\"},\"label\":{\"type\":\"string\"}},\"required\":[\"length\",\"label\"]}")),
                (plan, wall, call) -> {
                    Object length = ToolFaults.draw(plan, wall, call);
                    return wall.label().isEmpty()
                            ? Map.of("length", length)
                            : Map.of("length", length, "label", wall.label());
                });
        // Handler: "Its return value becomes result; its exception becomes error"; docs/tools.md: a failure is ok:false
        add(
                "returns its errors as results",
                "A wall that cannot be drawn has the outcome ok and a text that begins with error.",
                tool -> tool,
                (plan, wall, call) -> {
                    try {
                        return ToolFaults.draw(plan, wall, call);
                    } catch (ToolException e) {
                        return "error: " + e.getMessage();
                    }
                });
    }

    private void effects() {
        // withConcurrent: "a copy that may run beside other tools"
        add(
                "reads the plan, adds a wall and writes it back",
                "Of two calls at the same time one is lost, although it may run beside others.",
                AiTool::withConcurrent,
                ThirdToolFaults::readAndWrite);
        // Handler.call: its return is the outcome; ToolContext: the call is then over, "which prevents late effects"
        add(
                "returns before it has drawn",
                "A thread of its own draws the wall after the call is over.",
                tool -> tool,
                ThirdToolFaults::later);
    }

    private static Object readAndWrite(Plan plan, Wall wall, ToolContext call) {
        List<Integer> walls;
        synchronized (plan.walls) {
            walls = new ArrayList<>(plan.walls);
        }
        if (wall.length() <= 0) {
            throw new ToolException("A wall needs a length of more than 0 mm.");
        }
        walls.add(wall.length());
        call.cancellation().sleep(Duration.ofMillis(1), "writing the plan");
        synchronized (plan.walls) {
            plan.walls.clear();
            plan.walls.addAll(walls);
        }
        return wall.length();
    }

    private static Object later(Plan plan, Wall wall, ToolContext call) {
        call.cancellation().throwIfCancelled();
        if (wall.length() <= 0) {
            throw new ToolException("A wall needs a length of more than 0 mm.");
        }
        CompletableFuture<Boolean> unused = ConcurrentRunner.begin(() -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            synchronized (plan.walls) {
                return plan.walls.add(wall.length());
            }
        });
        return wall.length();
    }

    private static Object unlessLast(Plan plan, Wall wall, ToolContext call) {
        synchronized (plan.walls) {
            int last = plan.walls.size() - 1;
            return last >= 0 && plan.walls.get(last) == wall.length()
                    ? wall.length()
                    : ToolFaults.draw(plan, wall, call);
        }
    }

    private void members() {
        // withIdempotent: "a repeated call has no further effect"
        add(
                "compares a call with the last one alone",
                "A call that is repeated after another one draws its wall again, although it is idempotent.",
                AiTool::withIdempotent,
                ThirdToolFaults::unlessLast);
        // AiTool.timeout: "the time limit of one run"
        add(
                "takes milliseconds for seconds",
                "Its limit of 30 ms ends before its work of 50 ms, so no call succeeds.",
                tool -> tool.withTimeout(Duration.ofMillis(30)),
                (plan, wall, call) -> {
                    call.cancellation().sleep(Duration.ofMillis(50), "drawing");
                    return ToolFaults.draw(plan, wall, call);
                });
    }
}
