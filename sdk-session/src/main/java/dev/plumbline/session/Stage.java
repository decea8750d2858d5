package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One step of a round. The loop of a conversation is a list of these, run on the turn's thread; few programs ever name
 * one. Incubating: it may change in any version. One instance serves all sessions of an engine, so it keeps nothing.
 */
public interface Stage {

    /** Its name, unique in the list. */
    String name();

    /** A short description. */
    default String description() {
        return "";
    }

    /** Whether it may take long, and so ends when {@link Work#cancellation} is given. */
    default boolean waits() {
        return false;
    }

    /**
     * Does its step. What it throws ends the turn: an {@code AiException} with its error, anything else as EXTENSION with
     * the stage's name. Every call of the turn is answered all the same.
     */
    Result run(Work work);

    /** What stages hand on: one round of one turn as far as it got. Immutable. */
    sealed interface Work permits RoundWork {

        /** The number of the round, from 1. */
        int round();

        /** What the model will be sent, or was: the stored path and what this turn added. */
        List<Interaction> conversation();

        /** What came back; empty before the model was called in this round. */
        Optional<AiReturn> ret();

        /** The tool calls of this round, under the ids that are stored; empty before the answer was stored. */
        List<Interaction.ToolCall> open();

        /** Given when the turn ends; look at it before anything that takes time. */
        Cancellation cancellation();

        /** A copy with another view of the conversation; what is stored stays as it is. */
        Work withConversation(List<? extends Interaction> conversation);

        /** A copy with that return, e.g. of a stage in the model's place. */
        Work withRet(AiReturn ret);
    }

    /**
     * The work and where to go: on, past the following stage, to a named one, or out.
     *
     * @param work what the next stage gets
     * @param goTo the name of the next stage; empty for the following one
     * @param skip whether the following stage is left out
     * @param exit whether the turn is over
     */
    record Result(Work work, Optional<String> goTo, boolean skip, boolean exit) {
        public Result {
            Objects.requireNonNull(work, "work");
            Objects.requireNonNull(goTo, "goTo");
        }

        /** On to the following stage. */
        public static Result next(Work work) {
            return new Result(work, Optional.empty(), false, false);
        }

        /** On, past the following stage. */
        public static Result skip(Work work) {
            return new Result(work, Optional.empty(), true, false);
        }

        /** On to the stage of that name; a name that is not in the list ends the turn. */
        public static Result goTo(String stage, Work work) {
            return new Result(work, Optional.of(stage), false, false);
        }

        /** The turn is over. */
        public static Result exit(Work work) {
            return new Result(work, Optional.empty(), false, true);
        }
    }
}
