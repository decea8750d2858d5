package dev.plumbline.session;

import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A loop: stages in order, each under a name of its own. Every change is a copy, so several loops can be made of one and
 * run side by side. Immutable. Incubating: it may change in any version.
 */
public final class Stages {
    /** Stores what the user said. */
    public static final String ACCEPT_INPUT = AcceptInput.NAME;
    /** Asks the context sources; here the next round begins. */
    public static final String GATHER_CONTEXT = GatherContext.NAME;
    /** Asks the model. */
    public static final String CALL_MODEL = CallModel.NAME;
    /** Stores what came back. */
    public static final String APPEND_ANSWER = AppendAnswer.NAME;
    /** Runs the tool calls of the answer. */
    public static final String EXECUTE_TOOLS = ExecuteTools.NAME;
    /** Stores what came of them. */
    public static final String APPEND_RESULTS = AppendResults.NAME;
    /** Says whether another round follows. */
    public static final String DECIDE = Decide.NAME;

    private final List<Stage> stages;

    private Stages(List<Stage> stages) {
        this.stages = List.copyOf(stages);
        Set<String> names = new HashSet<>();
        for (Stage stage : stages) {
            if (!names.add(stage.name())) {
                throw new IllegalArgumentException("two stages are called " + stage.name());
            }
        }
    }

    /** The loop of every conversation for which nothing else was said. */
    public static Stages recommended() {
        return of(List.of(
                new AcceptInput(),
                new GatherContext(),
                new CallModel(),
                new AppendAnswer(),
                new ExecuteTools(),
                new AppendResults(),
                new Decide()));
    }

    /** Whether these are the recommended ones, in their order. */
    static boolean areRecommended(List<Stage> stages) {
        List<Class<?>> classes = new ArrayList<>();
        stages.forEach(stage -> classes.add(stage.getClass()));
        return recommended().list().stream().map(Object::getClass).toList().equals(classes);
    }

    /**
     * These stages, in this order.
     *
     * @throws IllegalArgumentException names the name that two stages share
     */
    public static Stages of(List<Stage> stages) {
        return new Stages(stages);
    }

    /** The stages in order; unmodifiable. */
    public List<Stage> list() {
        return stages;
    }

    /**
     * A copy with another stage in the place of that one; it may have a name of its own, which {@code goTo} must know.
     *
     * @throws IllegalArgumentException names the stage that is missing, or is there twice then
     */
    public Stages replace(String name, Stage other) {
        return changed(name, stage -> List.of(other));
    }

    /** A copy with one more stage before that one; errors as {@link #replace}. */
    public Stages before(String name, Stage more) {
        return changed(name, stage -> List.of(more, stage));
    }

    /** A copy with one more stage behind that one; errors as {@link #replace}. */
    public Stages after(String name, Stage more) {
        return changed(name, stage -> List.of(stage, more));
    }

    /** A copy without that stage; errors as {@link #replace}. */
    public Stages without(String name) {
        return changed(name, stage -> List.of());
    }

    /**
     * A copy in which something happens around that stage: before it, behind it, or in its place. It keeps name and
     * description.
     *
     * @throws IllegalArgumentException when it is missing
     */
    public Stages wrap(String name, Around around) {
        return changed(name, stage -> List.of(new Wrapped(stage, around)));
    }

    /** A copy that reports the time of every stage, whatever its outcome. */
    public Stages timed(Timekeeper time, Watch watch) {
        Around stopwatch = (stage, work) -> {
            long began = time.nanos();
            try {
                return stage.run(work);
            } finally {
                watch.ran(stage.name(), work.round(), Duration.ofNanos(time.nanos() - began));
            }
        };
        return of(stages.stream()
                .map(stage -> (Stage) new Wrapped(stage, stopwatch))
                .toList());
    }

    private Stages changed(String name, Change change) {
        List<Stage> changed = new ArrayList<>();
        boolean found = false;
        for (Stage stage : stages) {
            boolean here = stage.name().equals(name);
            changed.addAll(here ? change.apply(stage) : List.of(stage));
            found |= here;
        }
        if (!found) {
            throw new IllegalArgumentException("no stage is called " + name + "; there are " + names());
        }
        return of(changed);
    }

    private String names() {
        return stages.stream().map(Stage::name).collect(Collectors.joining(", "));
    }

    /** The stages as a table: what each does, and which may take long. */
    public String describe() {
        return stages.stream()
                .map(stage -> String.format(
                        Locale.ROOT,
                        "%-15s %-5s %s%n",
                        stage.name(),
                        stage.waits() ? "waits" : "",
                        stage.description()))
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return "Stages[" + names() + "]";
    }

    /** What happens around a stage. */
    @FunctionalInterface
    public interface Around {
        /** Runs the stage, or does not: then it says itself where to go, with the work as it is. */
        Stage.Result run(Stage stage, Stage.Work work);
    }

    /** Receives the times of stages, on the turn's thread. */
    @FunctionalInterface
    public interface Watch {
        /** A stage ran in that round; 1 is the first. */
        void ran(String stage, int round, Duration took);
    }

    /** The replacement of a stage. */
    private interface Change extends Function<Stage, List<Stage>> {}

    /** A stage and what happens around it. */
    private record Wrapped(Stage stage, Around around) implements Stage {
        @Override
        public String name() {
            return stage.name();
        }

        @Override
        public String description() {
            return stage.description();
        }

        @Override
        public boolean waits() {
            return stage.waits();
        }

        @Override
        public Result run(Work work) {
            return around.run(stage, work);
        }
    }
}
