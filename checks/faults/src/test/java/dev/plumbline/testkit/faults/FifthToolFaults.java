package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.faults.ToolFaults.BodyOf;
import dev.plumbline.testkit.faults.ToolFaults.Plan;
import dev.plumbline.testkit.faults.ToolFaults.Wall;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Tools with one error each, written by a fifth author from the contract without knowledge of the laws. */
final class FifthToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FifthToolFaults() {}

    static List<PlantedFault> all() {
        FifthToolFaults faults = new FifthToolFaults();
        faults.hints();
        faults.questions();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiTool> hints, Supplier<BodyOf> body) {
        all.add(new PlantedFault(
                PlantedFault.Kind.TOOL, name, breaks, "", () -> ToolFaults.drawing(body.get(), hints)));
    }

    private void hints() {
        // withIdempotent: a repeated call has no further effect; it has an id of its own
        add(
                "knows a repeated call by its id",
                "A call with the same arguments and another id draws its wall again.",
                AiTool::withIdempotent,
                ById::new);
        // withPure: the result depends on the arguments alone
        add(
                "returns the id of its call",
                "The result of a pure tool is another one for each call.",
                AiTool::withPure,
                () -> (plan, wall, call) -> Map.of("call", call.call().id(), "length", wall.length()));
    }

    private void questions() {
        // withPreview: the sentence depends on the arguments and what they name alone
        add(
                "counts its questions in the preview",
                "The sentence is another one when it is made again, and the approved call is refused.",
                tool -> {
                    AtomicInteger asked = new AtomicInteger();
                    return tool.withPreview(arguments -> "Draw wall " + asked.incrementAndGet() + "?");
                },
                () -> ToolFaults::draw);
    }

    /** Draws a wall once for each id of a call. */
    private static final class ById implements BodyOf {
        private final Map<Plan, Set<String>> drawn = new ConcurrentHashMap<>();

        @Override
        public Object call(Plan plan, Wall wall, ToolContext call) throws Exception {
            Set<String> ids = drawn.computeIfAbsent(plan, key -> ConcurrentHashMap.newKeySet());
            return ids.add(call.call().id()) ? ToolFaults.draw(plan, wall, call) : wall.length();
        }
    }
}
