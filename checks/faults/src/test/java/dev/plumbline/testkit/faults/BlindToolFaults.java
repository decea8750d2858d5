package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.faults.ToolFaults.BodyOf;
import dev.plumbline.testkit.faults.ToolFaults.Plan;
import dev.plumbline.testkit.faults.ToolFaults.Wall;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Tools with one error each, written from the contract without knowledge of the laws. */
final class BlindToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private BlindToolFaults() {}

    static List<PlantedFault> all() {
        BlindToolFaults faults = new BlindToolFaults();
        faults.refusals();
        faults.results();
        faults.hints();
        faults.threads();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<ToolLaws> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", laws::get));
    }

    private void draws(String name, String breaks, BodyOf body) {
        hinted(name, breaks, tool -> tool, body);
    }

    private void hinted(String name, String breaks, UnaryOperator<AiTool> hints, BodyOf body) {
        add(name, breaks, () -> ToolFaults.drawing(body, hints));
    }

    private void undoes(String name, String breaks, Function<Plan, Runnable> undo) {
        add(name, breaks, () -> ToolFaults.undoing(undo));
    }

    private static String label(Wall wall) {
        return String.valueOf(wall.label());
    }

    private static void requireLength(Wall wall, ToolContext call) {
        call.cancellation().throwIfCancelled();
        if (wall.length() <= 0) {
            throw new ToolException("A wall needs a length of more than 0 mm.");
        }
    }

    private void refusals() {
        draws("refuses with nothing", "The message of a refusal is empty.", (plan, wall, call) -> {
            if (wall.length() <= 0) {
                throw new ToolException("");
            }
            return ToolFaults.draw(plan, wall, call);
        });
        draws(
                "refuses with a Java exception",
                "A bad length is an IllegalArgumentException, whose message the model does not see.",
                (plan, wall, call) -> {
                    if (wall.length() <= 0) {
                        throw new IllegalArgumentException("the length must be more than 0");
                    }
                    return ToolFaults.draw(plan, wall, call);
                });
        draws(
                "takes half of it back",
                "Of a refused wall two entries are made, and one is removed.",
                (plan, wall, call) -> {
                    call.cancellation().throwIfCancelled();
                    synchronized (plan.walls) {
                        plan.walls.add(wall.length());
                        plan.walls.add(wall.length());
                        if (wall.length() <= 0) {
                            plan.walls.remove(plan.walls.size() - 1);
                            throw new ToolException("A wall needs a length of more than 0 mm.");
                        }
                    }
                    return wall.length();
                });
        draws(
                "counts in micrometres",
                "The length in micrometres overflows, so some long walls are refused and some negative ones drawn.",
                (plan, wall, call) -> {
                    call.cancellation().throwIfCancelled();
                    if (wall.length() * 1000 <= 0) {
                        throw new ToolException("A wall needs a length of more than 0 mm.");
                    }
                    synchronized (plan.walls) {
                        plan.walls.add(wall.length());
                    }
                    return wall.length();
                });
    }

    private void results() {
        draws(
                "divides by the length of the label",
                "The result for an empty label is infinite, which has no JSON form.",
                (plan, wall, call) -> {
                    ToolFaults.draw(plan, wall, call);
                    return (double) wall.length() / label(wall).length();
                });
        draws("draws with characters", "The result has a character for each millimetre.", (plan, wall, call) -> {
            ToolFaults.draw(plan, wall, call);
            return "#".repeat(Math.min(wall.length(), 5_000_000));
        });
        draws(
                "cuts the label",
                "The label is cut after 3 UTF-16 units, which may be between two surrogates.",
                (plan, wall, call) -> {
                    ToolFaults.draw(plan, wall, call);
                    return Map.of(
                            "label",
                            label(wall).substring(0, Math.min(3, label(wall).length())));
                });
        draws(
                "writes numbers for the user",
                "The result is formatted in the language of the machine.",
                (plan, wall, call) -> {
                    ToolFaults.draw(plan, wall, call);
                    return String.format(Locale.getDefault(), "%.3f m", wall.length() / 1000.0);
                });
        draws(
                "returns the plan itself",
                "The result is a view of the list of the plan, which later calls change.",
                (plan, wall, call) -> {
                    ToolFaults.draw(plan, wall, call);
                    return plan.walls;
                });
    }

    private void hints() {
        hinted(
                "returns the number of the call",
                "It is marked pure, and its result counts calls.",
                AiTool::withPure,
                (plan, wall, call) -> wall.length() + plan.calls.incrementAndGet());
        hinted(
                "draws a first wall",
                "It is marked read-only, and draws a wall in an empty plan.",
                AiTool::withReadOnly,
                (plan, wall, call) -> {
                    synchronized (plan.walls) {
                        if (plan.walls.isEmpty()) {
                            plan.walls.add(1000);
                        }
                        return plan.walls.size();
                    }
                });
        hinted(
                "toggles",
                "It is marked idempotent, and a second call removes the wall.",
                AiTool::withIdempotent,
                (plan, wall, call) -> {
                    synchronized (plan.walls) {
                        if (!plan.walls.remove((Integer) wall.length())) {
                            plan.walls.add(wall.length());
                        }
                        return wall.length();
                    }
                });
        hinted(
                "measures the plan",
                "It is marked pure, and its result depends on the plan.",
                AiTool::withPure,
                (plan, wall, call) -> {
                    synchronized (plan.walls) {
                        return wall.length() + plan.walls.size();
                    }
                });
        undoes(
                "undoes the first equal wall",
                "Undo removes the first wall of the last one's length.",
                plan -> () -> plan.walls.remove(plan.walls.get(plan.walls.size() - 1)));
        undoes("undoes all", "Undo clears the plan.", plan -> plan.walls::clear);
        undoes("undoes the oldest wall", "Undo removes the first wall.", plan -> () -> plan.walls.remove(0));
    }

    private void threads() {
        draws(
                "works without end",
                "It works for 20 seconds and does not look at the cancellation.",
                (plan, wall, call) -> {
                    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                    while (System.nanoTime() < until) {
                        LockSupport.parkNanos(until - System.nanoTime());
                    }
                    return ToolFaults.draw(plan, wall, call);
                });
        draws("draws later", "It draws on another thread, and returns before.", (plan, wall, call) -> {
            requireLength(wall, call);
            ConcurrentRunner.begin(() -> {
                synchronized (plan.walls) {
                    return plan.walls.add(wall.length());
                }
            });
            return wall.length();
        });
        draws(
                "writes a copy back",
                "It copies the plan, adds the wall and writes the copy back, without a lock.",
                (plan, wall, call) -> {
                    requireLength(wall, call);
                    List<Integer> copy = List.copyOf(plan.walls);
                    plan.walls.clear();
                    plan.walls.addAll(copy);
                    plan.walls.add(wall.length());
                    return wall.length();
                });
        draws(
                "swallows the cancellation",
                "A cancelled call is answered as a success, and nothing was drawn.",
                (plan, wall, call) ->
                        call.cancellation().isCancelled() ? (Object) 0 : ToolFaults.draw(plan, wall, call));
    }
}
