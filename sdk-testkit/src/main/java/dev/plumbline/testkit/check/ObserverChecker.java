package dev.plumbline.testkit.check;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One view of a conversation, shown turns without a session around it. Each method is a law and throws an
 * AssertionError that names the law, the turn and the fix.
 *
 * @param <V> the view's type
 * @param view makes a fresh one
 * @param shown what it shows, as a value with {@code equals}
 */
public record ObserverChecker<V extends ConversationObserver>(Supplier<V> view, Function<V, Object> shown) {
    private static final CallIds IDS = new CallIds("trial", "turn-1", 1, "request-1");

    /** Whatever comes, it throws nothing: also events it does not know, and turns that fail before a word is said. */
    public void takesEveryEvent(List<AiDelta> stream, AiError.Category ending) {
        LawAssertion verdict = LawAssertion.on("it takes every event", stream);
        V tried = view.get();
        show(tried, turn(stream), verdict);
        AiReturn cut = Fold.of(stream).withError(AiError.of(ending, "scripted", "the turn ends"));
        show(
                tried,
                List.of(
                        new SessionEvent.Custom(8, IDS, "somebody", Json.object()),
                        new SessionEvent.Interjected(9, IDS, "wait"),
                        new SessionEvent.TurnFinished(10, IDS, cut)),
                verdict);
    }

    /** The same text in other pieces is shown alike: events may be joined on their way. */
    public void chunkingIsNotSeen(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("chunking is not seen", stream);
        Object whole = after(StreamChunking.joined(stream), verdict);
        verdict.require(
                whole.equals(after(StreamChunking.characters(stream), verdict)),
                "something else when the text came character by character",
                "append each piece; count characters, never pieces");
    }

    /** What was taken back is not shown: the same as if only the last wording had come. */
    public void resetTakesBack(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("a reset takes back", stream);
        int last = stream.lastIndexOf(stream.stream()
                .filter(AiDelta.Reset.class::isInstance)
                .reduce((a, b) -> b)
                .orElse(new AiDelta.Reset(1)));
        verdict.require(
                after(stream, verdict).equals(after(stream.subList(last + 1, stream.size()), verdict)),
                "something of a wording that was taken back",
                "forget this round's text in onReset()");
    }

    private Object after(List<AiDelta> stream, LawAssertion verdict) {
        V tried = view.get();
        show(tried, turn(stream), verdict);
        return shown.apply(tried);
    }

    private void show(V tried, List<SessionEvent> events, LawAssertion verdict) {
        for (SessionEvent event : events) {
            try {
                tried.onEvent(event);
            } catch (RuntimeException | Error e) {
                throw verdict.broken(
                        e.getClass().getName() + " at " + event.getClass().getSimpleName(),
                        "take what comes; the view misses an event at which it throws");
            }
        }
    }

    private static List<SessionEvent> turn(List<AiDelta> stream) {
        List<SessionEvent> events = new ArrayList<>();
        events.add(new SessionEvent.TurnStarted(1, IDS, Interaction.user("A wall."), "main"));
        events.add(new SessionEvent.RoundStarted(2, IDS));
        for (AiDelta delta : stream) {
            long number = events.size() + 1L;
            if (delta instanceof AiDelta.Text text) {
                events.add(new SessionEvent.Text(number, IDS, text.text()));
            } else if (delta instanceof AiDelta.Reasoning reasoning) {
                events.add(new SessionEvent.Reasoning(number, IDS, reasoning.text()));
            } else if (delta instanceof AiDelta.Reset) {
                events.add(new SessionEvent.Reset(number, IDS));
            }
        }
        events.add(new SessionEvent.TurnFinished(events.size() + 1L, IDS, Fold.of(stream)));
        return events;
    }
}
