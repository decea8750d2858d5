package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Tools that draw or measure walls, with one error each. */
final class ToolFaults {
    private static final String ANSWERS = "answers_or_refuses_with_a_sentence";
    private static final String REFUSED = "refused_means_unchanged";
    private static final String HINTS = "hints_are_true";
    private static final String UNDO = "undo_restores_what_was";
    private static final String CANCEL = "cancel_ends_it";
    private static final String LIMITS = "limits_are_kept";
    private static final String TOGETHER = "calls_at_once_do_not_meet";

    private final List<PlantedFault> all = new ArrayList<>();

    private ToolFaults() {}

    /** The plan that tools change. */
    static final class Plan {
        final List<Integer> walls = new ArrayList<>();
        final AtomicInteger calls = new AtomicInteger();
    }

    /**
     * The arguments of all tools.
     *
     * @param length the length of a wall
     * @param label its label
     */
    record Wall(int length, String label) {}

    private record Laws(Plan plan, AiTool tool, Optional<Runnable> undo, Supplier<ToolLaws> again) implements ToolLaws {
        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(again.get());
        }

        @Override
        public Object snapshot() {
            return List.copyOf(plan.walls);
        }

        @Override
        public void change() {
            synchronized (plan.walls) {
                plan.walls.add(4711);
            }
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(2);
        }
    }

    static ToolLaws drawing(BodyOf body, UnaryOperator<AiTool> hints) {
        Plan plan = new Plan();
        AiTool tool = AiTool.of("drawWall", "Draws a wall.", Wall.class, (wall, call) -> body.call(plan, wall, call));
        return new Laws(plan, hints.apply(tool), Optional.empty(), () -> drawing(body, hints));
    }

    static ToolLaws undoing(Function<Plan, Runnable> undo) {
        Plan plan = new Plan();
        AiTool tool = AiTool.of("drawWall", "Draws a wall.", Wall.class, (wall, call) -> draw(plan, wall, call));
        return new Laws(plan, tool, Optional.of(undo.apply(plan)), () -> undoing(undo));
    }

    /** What a tool does. */
    interface BodyOf {
        Object call(Plan plan, Wall wall, ToolContext call) throws Exception;
    }

    /** The right tool that draws. */
    static Object draw(Plan plan, Wall wall, ToolContext call) {
        call.cancellation().throwIfCancelled();
        if (wall.length() <= 0) {
            throw new ToolException("A wall needs a length of more than 0 mm.");
        }
        synchronized (plan.walls) {
            plan.walls.add(wall.length());
        }
        return wall.length();
    }

    /** The right tool that measures. */
    static Object measure(Plan plan, Wall wall, ToolContext call) {
        return Map.of("length", wall.length(), "label", wall.label());
    }

    /** The right tool that sets. */
    static Object set(Plan plan, Wall wall, ToolContext call) {
        synchronized (plan.walls) {
            plan.walls.clear();
            plan.walls.add(wall.length());
        }
        return wall.length();
    }

    private void add(String name, String breaks, String law, Supplier<ToolLaws> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, law, laws::get));
    }

    private void draws(String name, String breaks, String law, BodyOf body) {
        add(name, breaks, law, () -> drawing(body, tool -> tool));
    }

    private void measures(String name, String breaks, String law, BodyOf body) {
        add(name, breaks, law, () -> drawing(body, AiTool::withPure));
    }

    static List<PlantedFault> all() {
        ToolFaults faults = new ToolFaults();
        faults.outcomes();
        faults.hints();
        faults.limits();
        return List.copyOf(faults.all);
    }

    private void outcomes() {
        draws("changes before it checks", "A refused wall is in the plan.", REFUSED, (plan, wall, call) -> {
            plan.walls.add(wall.length());
            if (wall.length() <= 0) {
                throw new ToolException("A wall needs a length of more than 0 mm.");
            }
            return wall.length();
        });
        draws(
                "has a null pointer",
                "A wall without a label is a NullPointerException.",
                ANSWERS,
                (plan, wall, call) -> Map.of("label", wall.label().isEmpty() ? null : wall.label()));
        draws("refuses in a word", "The model reads no sentence.", ANSWERS, (plan, wall, call) -> {
            if (wall.length() <= 0) {
                throw new ToolException("invalid");
            }
            return draw(plan, wall, call);
        });
        draws("refuses without a word", "The model reads nothing.", ANSWERS, (plan, wall, call) -> {
            if (wall.length() <= 0) {
                throw new ToolException("");
            }
            return draw(plan, wall, call);
        });
        draws("returns no JSON", "The result has no form as JSON.", ANSWERS, (plan, wall, call) -> new Object());
        draws(
                "overflows",
                "A long wall is an ArithmeticException.",
                ANSWERS,
                (plan, wall, call) -> Math.multiplyExact(wall.length(), 1_000));
        draws(
                "recurs without end",
                "A label of more than fifteen characters overflows the stack.",
                ANSWERS,
                (plan, wall, call) -> wall.label().length() > 15 ? recur(wall.label()) : draw(plan, wall, call));
        add(
                "undoes the first",
                "Undo removes the first wall instead of the last.",
                UNDO,
                () -> undoing(plan -> () -> plan.walls.remove(0)));
        add("undoes too much", "Undo removes all walls.", UNDO, () -> undoing(plan -> plan.walls::clear));
        draws(
                "breaks at one number",
                "A wall of 4711 mm is a NullPointerException.",
                "",
                (plan, wall, call) -> Map.of("length", wall.length() == 4_711 ? null : wall.length()));
    }

    @SuppressWarnings("InfiniteRecursion") // the fault
    private static String recur(String label) {
        return recur(label + label.charAt(0)) + 1;
    }

    private void hints() {
        add(
                "is not read-only",
                "It says that it reads, and draws.",
                HINTS,
                () -> drawing(ToolFaults::draw, AiTool::withReadOnly));
        add(
                "is not idempotent",
                "It says that a second call adds nothing, and adds.",
                HINTS,
                () -> drawing(ToolFaults::draw, AiTool::withIdempotent));
        add(
                "adds at every third call",
                "It says that it is idempotent, and its third call adds.",
                HINTS,
                () -> drawing(
                        (plan, wall, call) -> plan.calls.incrementAndGet() % 3 == 0 ? draw(plan, wall, call) : 0,
                        AiTool::withIdempotent));
        measures(
                "measures the time",
                "A pure tool returns nanoseconds.",
                HINTS,
                (plan, wall, call) -> System.nanoTime());
        measures(
                "measures at random",
                "A pure tool returns one of two numbers.",
                HINTS,
                (plan, wall, call) -> new Random().nextInt(2));
        measures(
                "counts",
                "A pure tool returns how often it was called.",
                HINTS,
                (plan, wall, call) -> plan.calls.incrementAndGet());
        measures(
                "measures the call before",
                "A pure tool returns the result of the earlier call.",
                HINTS,
                (plan, wall, call) -> plan.calls.getAndSet(wall.length()));
        measures(
                "measures by the hour of the system",
                "A pure tool returns more at night by the system's clock.",
                "",
                (plan, wall, call) -> LocalTime.now(ZoneOffset.UTC).getHour() == 3 ? 2 : 1);
    }

    private void limits() {
        draws(
                "ignores a cancellation",
                "A cancelled call waits on its thread for a minute.",
                CANCEL,
                (plan, wall, call) -> {
                    if (call.cancellation().isCancelled()) {
                        DeafWait.aMinute();
                    }
                    return draw(plan, wall, call);
                });
        add(
                "takes longer than it may",
                "It returns 200 ms after the call, and may take 50.",
                LIMITS,
                () -> drawing(
                        (plan, wall, call) -> {
                            Await.until(() -> false, Duration.ofMillis(200));
                            return wall.length();
                        },
                        tool -> tool.withTimeout(Duration.ofMillis(50))));
        draws(
                "waits an hour",
                "It waits an hour of its clock, and may take 30 seconds.",
                LIMITS,
                (plan, wall, call) -> {
                    call.cancellation().sleep(Duration.ofHours(1), "the plan is computed");
                    return draw(plan, wall, call);
                });
        draws(
                "returns too much",
                "The result has 20 million characters.",
                LIMITS,
                (plan, wall, call) -> "wall".repeat(5_000_000));
        draws("leaves a thread", "Each call starts a thread that never ends.", LIMITS, (plan, wall, call) -> {
            DeafWait.onAnotherThread();
            return draw(plan, wall, call);
        });
        add(
                "mixes calls",
                "Calls at once share a field that is read later.",
                TOGETHER,
                () -> drawing(
                        (plan, wall, call) -> {
                            plan.calls.set(wall.length());
                            Thread.yield();
                            Await.until(() -> plan.calls.get() != wall.length(), Duration.ofMillis(3));
                            return plan.calls.get();
                        },
                        AiTool::withPure));
    }
}
