package dev.plumbline.session;

import dev.plumbline.session.internal.RoundContext;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
