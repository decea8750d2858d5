package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.session.internal.RecommendedStages;
import dev.plumbline.session.internal.RoundContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An ordered list of named stages that forms the turn loop. Every change returns a copy, so that several loops can be
 * derived and used at the same time. Immutable. Incubating: it may change in any version.
 */
public final class TurnPipeline {
    /** Stores the user's input. */
    public static final String ACCEPT_INPUT = "accept-input";
    /** Reads the context sources; the next round begins here. */
    public static final String GATHER_CONTEXT = "gather-context";
    /** Calls the model. */
    public static final String CALL_MODEL = "call-model";
    /** Stores the answer. */
    public static final String APPEND_ANSWER = "append-answer";
    /** Runs the tool calls of the answer. */
    public static final String EXECUTE_TOOLS = "execute-tools";
    /** Stores the results of the tool calls. */
    public static final String APPEND_RESULTS = "append-results";
    /** Decides whether another round follows. */
    public static final String DECIDE = "decide";

    private final List<TurnStage> stages;

    private TurnPipeline(List<TurnStage> stages) {
        this.stages = List.copyOf(stages);
        Set<String> names = new HashSet<>();
        for (TurnStage stage : stages) {
            if (!names.add(stage.name())) {
                throw new IllegalArgumentException("two stages are called " + stage.name());
            }
        }
    }

    /** Returns the default loop. */
    public static TurnPipeline recommended() {
        return of(RecommendedStages.list());
    }

    /**
     * Returns a loop of these stages in this order.
     *
     * @throws IllegalArgumentException if two stages have one name, with the name
     */
    public static TurnPipeline of(List<TurnStage> stages) {
        return new TurnPipeline(stages);
    }

    /** Returns the stages in order; unmodifiable. */
    public List<TurnStage> list() {
        return stages;
    }

    /**
     * Returns a copy in which another stage replaces that one. It may have another name, which stages that use {@code
     * goTo} must use then.
     *
     * @throws IllegalArgumentException if the stage is missing or the new name is taken, with the name
     */
    public TurnPipeline replace(String name, TurnStage other) {
        return changed(name, stage -> List.of(other));
    }

    /** Returns a copy with an additional stage before that one; errors as {@link #replace}. */
    public TurnPipeline before(String name, TurnStage more) {
        return changed(name, stage -> List.of(more, stage));
    }

    /** Returns a copy with an additional stage after that one; errors as {@link #replace}. */
    public TurnPipeline after(String name, TurnStage more) {
        return changed(name, stage -> List.of(stage, more));
    }

    /** Returns a copy without that stage; errors as {@link #replace}. */
    public TurnPipeline without(String name) {
        return changed(name, stage -> List.of());
    }

    /**
     * Returns a copy in which that stage is wrapped: the wrapper acts before it, after it, or in its place. Name and
     * description stay.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public TurnPipeline wrap(String name, StageWrapper around) {
        return changed(name, stage -> List.of(new Wrapped(stage, around)));
    }

    private TurnPipeline changed(String name, Change change) {
        List<TurnStage> changed = new ArrayList<>();
        boolean found = false;
        for (TurnStage stage : stages) {
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
        return stages.stream().map(TurnStage::name).collect(Collectors.joining(", "));
    }

    /** Returns the stages as a text table: the description of each, and which may take long. */
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
        return "TurnPipeline[" + names() + "]";
    }

    /** Wraps a stage. */
    @FunctionalInterface
    public interface StageWrapper {
        /** Runs the stage, or returns its own result instead. */
        TurnStage.Result run(TurnStage stage, TurnStage.RoundView work);
    }

    /** Maps a stage to the stages that replace it. */
    private interface Change extends Function<TurnStage, List<TurnStage>> {}

    /** A stage with its wrapper. */
    private record Wrapped(TurnStage stage, StageWrapper around) implements TurnStage {
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
        public Result run(RoundView work) {
            return around.run(stage, work);
        }
    }

    /**
     * One step of a round. The turn loop is a list of stages that run on the turn's thread; few programs use them directly.
     * One instance serves all sessions of an engine and must be stateless. Incubating: it may change in any version.
     */
    public interface TurnStage {

        /** Returns the name, unique in the list. */
        String name();

        /** Returns a short description. */
        default String description() {
            return "";
        }

        /** Returns whether it may take long; such a stage must end when {@link RoundView#cancellation} is cancelled. */
        default boolean waits() {
            return false;
        }

        /**
         * Runs the step. An exception ends the turn: an {@code AiException} with its error, any other as EXTENSION with the
         * stage's name. The open tool calls of the turn are answered in either case.
         */
        Result run(RoundView work);

        /** The data of one round of a turn so far, passed from stage to stage. Immutable. */
        sealed interface RoundView permits RoundContext {

            /** Returns the number of the round, from 1. */
            int round();

            /** Returns the transcript that is sent to the model: the stored path and the interactions of this turn. */
            List<Interaction> conversation();

            /** Returns the model's return; empty before the call of this round. */
            Optional<AiReturn> ret();

            /** Returns the tool calls of this round with their stored ids; empty before the answer is stored. */
            List<Interaction.ToolCall> open();

            /** Returns the token that is cancelled when the turn ends; check it before anything that takes time. */
            Cancellation cancellation();

            /** Returns a copy with another transcript to send; stored entries do not change. */
            RoundView withConversation(List<? extends Interaction> conversation);

            /** Returns a copy with that return, for example of a stage that replaces the model call. */
            RoundView withRet(AiReturn ret);
        }

        /**
         * The result of a stage: the data of the round, and the next step.
         *
         * @param work the data for the next stage
         * @param goTo the name of the next stage; empty for the following one
         * @param skip whether the following stage is skipped
         * @param exit whether the turn is over
         */
        record Result(RoundView work, Optional<String> goTo, boolean skip, boolean exit) {
            public Result {
                Objects.requireNonNull(work, "work");
                Objects.requireNonNull(goTo, "goTo");
            }

            /** Continues with the following stage. */
            public static Result next(RoundView work) {
                return new Result(work, Optional.empty(), false, false);
            }

            /** Skips the following stage. */
            public static Result skip(RoundView work) {
                return new Result(work, Optional.empty(), true, false);
            }

            /** Continues with the stage of that name; an unknown name ends the turn. */
            public static Result goTo(String stage, RoundView work) {
                return new Result(work, Optional.of(stage), false, false);
            }

            /** Ends the turn. */
            public static Result exit(RoundView work) {
                return new Result(work, Optional.empty(), false, true);
            }
        }
    }
}
