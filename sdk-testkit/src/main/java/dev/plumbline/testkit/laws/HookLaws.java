package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.check.HookChecker;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every hook as jqwik properties. Implement {@link #hook()} in a test class. {@link HookChecker} has the
 * same laws as plain methods.
 */
public interface HookLaws {

    /** Returns a new hook. */
    Hook hook();

    /** Checks that every call of the model is still there, answered or open, in order. */
    @Property(tries = 50)
    default void every_call_is_answered(@ForAll(supplier = AnyToolCall.Batch.class) List<Interaction.ToolCall> calls) {
        trial().everyCallIsAnswered(calls);
    }

    /** Checks that an entry keeps its place and its tool calls. */
    @Property(tries = 50)
    default void entries_keep_their_calls(
            @ForAll(supplier = AnyText.class) String text,
            @ForAll(supplier = AnyToolCall.Batch.class) List<Interaction.ToolCall> calls) {
        trial().entriesKeepTheirCalls(text, calls);
    }

    /** Checks that a hook changes only the next step of a round. */
    @Property(tries = 50)
    default void rounds_keep_what_was(@ForAll(supplier = AnyText.class) String text, @ForAll Hook.Round.Next next) {
        trial().roundsKeepWhatWas(text, next);
    }

    /** Checks that the hook accepts the end of a started turn, however it ends. */
    @Property(tries = 50)
    default void started_turns_are_finished(
            @ForAll(supplier = AnyText.class) String text, @ForAll AiError.Category ending) {
        trial().startedTurnsAreFinished(text, ending);
    }

    /** Checks that one session does not change the decisions in another. */
    @Property(tries = 50)
    default void sessions_do_not_meet(
            @ForAll(supplier = AnyText.class) String text, @ForAll(supplier = AnyText.class) String other) {
        trial().sessionsDoNotMeet(text, other);
    }

    /** Checks that a message that the hook stops at the beginning of a turn is stopped as an interjection, too. */
    @Property(tries = 50)
    default void interjections_pass_the_filter(@ForAll(supplier = AnyText.class) String text) {
        trial().interjectionsPassTheFilter(text);
    }

    /** Checks that the reason of a hook that stops does not quote what it was asked about. */
    @Property(tries = 50)
    default void reasons_hold_no_content(@ForAll(supplier = AnyText.class) String text) {
        trial().reasonsHoldNoContent(text);
    }

    /** Checks that no payload of a turn is reachable after its end. */
    @Property(tries = 5)
    default void payloads_are_not_kept(@ForAll(supplier = AnyText.class) String text) {
        trial().payloadsAreNotKept(text);
    }

    private HookChecker trial() {
        return new HookChecker(this::hook);
    }
}
