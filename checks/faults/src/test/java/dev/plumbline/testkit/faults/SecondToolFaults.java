package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.faults.ToolFaults.BodyOf;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Tools with one error each, written by a second author from the contract without knowledge of the laws. */
final class SecondToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SecondToolFaults() {}

    static List<PlantedFault> all() {
        SecondToolFaults faults = new SecondToolFaults();
        faults.properties();
        faults.calls();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiTool> hints, BodyOf body) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", () -> ToolFaults.drawing(body, hints)));
    }

    private void properties() {
        // withPreview: "refused if the sentence has changed, so it depends on the arguments and what they name alone"
        add(
                "numbers its questions",
                "Each sentence for the user has another number, so no approved call runs.",
                tool -> {
                    AtomicInteger asked = new AtomicInteger();
                    return tool.withPreview(arguments -> "Draw wall number " + asked.incrementAndGet() + "?");
                },
                ToolFaults::draw);
        // AiTool.examples: "examples of arguments that a model could send"
        add(
                "has an example that does not fit",
                "The example has a text where its schema demands a number.",
                tool -> tool.withExample(Map.of("length", "5 m", "label", "north")),
                ToolFaults::draw);
        // withOutputSchema: "a copy whose result is checked against that schema"
        add(
                "promises an id and returns a number",
                "Its result never fits the schema of its results.",
                tool -> tool.withOutputSchema(Json.parse(
                        "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},\"required\":[\"id\"]}")),
                ToolFaults::draw);
    }

    private void calls() {
        // ToolContext.progress: "fraction 0 to 1"
        add(
                "reports progress in percent",
                "The end of the work is reported as 100.",
                tool -> tool,
                (plan, wall, call) -> {
                    Object drawn = ToolFaults.draw(plan, wall, call);
                    call.progress(100, "drawn");
                    return drawn;
                });
        // withIdempotent: "a repeated call has no further effect"
        add(
                "switches with each call",
                "A repeated call takes back what the first did, although it is idempotent.",
                AiTool::withIdempotent,
                (plan, wall, call) -> {
                    synchronized (plan.walls) {
                        if (plan.walls.equals(List.of(wall.length()))) {
                            plan.walls.clear();
                            return wall.length();
                        }
                    }
                    return ToolFaults.set(plan, wall, call);
                });
        // withReadOnly: "the hint that it changes nothing"
        add(
                "fills an empty plan before it reads",
                "The first call draws a wall if there is none, although it is read-only.",
                AiTool::withReadOnly,
                (plan, wall, call) -> {
                    synchronized (plan.walls) {
                        if (plan.walls.isEmpty()) {
                            plan.walls.add(1000);
                        }
                    }
                    return ToolFaults.measure(plan, wall, call);
                });
    }
}
