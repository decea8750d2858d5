package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.check.HookChecker;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every hook keeps. Implement {@link #hook()} in a test class; jqwik finds the rest. {@link HookChecker} has the
 * same laws as plain methods.
 */
public interface HookLaws {

    /** A fresh one. */
    Hook hook();

    /** Every call the model made is still there, answered or open, in its order. */
    @Property(tries = 50)
    default void every_call_is_answered(@ForAll(supplier = AnyToolCall.Batch.class) List<Interaction.ToolCall> calls) {
        trial().everyCallIsAnswered(calls);
    }

    /** An entry keeps its place and its tool calls. */
    @Property(tries = 50)
    default void entries_keep_their_calls(
            @ForAll(supplier = AnyText.class) String text,
            @ForAll(supplier = AnyToolCall.Batch.class) List<Interaction.ToolCall> calls) {
        trial().entriesKeepTheirCalls(text, calls);
    }

    /** A round stays what it was; what follows may be replaced. */
    @Property(tries = 50)
    default void rounds_keep_what_was(@ForAll(supplier = AnyText.class) String text, @ForAll Hook.Round.Next next) {
        trial().roundsKeepWhatWas(text, next);
    }

    /** A turn that was started is finished, however it ends. */
    @Property(tries = 50)
    default void started_turns_are_finished(
            @ForAll(supplier = AnyText.class) String text, @ForAll AiError.Category ending) {
        trial().startedTurnsAreFinished(text, ending);
    }

    /** What one session said changes nothing in another. */
    @Property(tries = 50)
    default void sessions_do_not_meet(
            @ForAll(supplier = AnyText.class) String text, @ForAll(supplier = AnyText.class) String other) {
        trial().sessionsDoNotMeet(text, other);
    }

    /** Nothing of a turn is reachable once it is over. */
    @Property(tries = 5)
    default void payloads_are_not_kept(@ForAll(supplier = AnyText.class) String text) {
        trial().payloadsAreNotKept(text);
    }

    private HookChecker trial() {
        return new HookChecker(this::hook);
    }
}
