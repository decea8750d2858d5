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
 * Checks the laws of a view without a session. Each method is a law and throws an AssertionError with the law, the turn
 * and the remedy.
 *
 * @param <V> the type of the view
 * @param view creates a new view
 * @param shown returns what the view shows, as a value with {@code equals}
 */
public record ObserverChecker<V extends ConversationObserver>(Supplier<V> view, Function<V, Object> shown) {
    private static final CallIds IDS = new CallIds("trial", "turn-1", 1, "request-1");
    private static final CallIds LATER = new CallIds("trial", "turn-2", 0, "");

    /** Checks that the view throws for no event, including unknown ones and turns that fail before any text. */
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
                        new SessionEvent.TurnQueued(10, LATER, Interaction.user("A door.")),
                        new SessionEvent.TurnFinished(11, IDS, cut),
                        new SessionEvent.TurnWithdrawn(12, LATER)),
                verdict);
    }

    /** Checks that the display does not depend on the pieces of a text, because events may be merged. */
    public void chunkingIsNotSeen(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("chunking is not seen", stream);
        Object whole = after(StreamChunking.joined(stream), verdict);
        verdict.check(
                whole.equals(after(StreamChunking.characters(stream), verdict)),
                "another display if the text arrives character by character",
                "append each piece; count characters, never pieces");
    }

    /** Checks that text that was taken back is not shown. */
    public void resetTakesBack(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("a reset takes back", stream);
        int last = stream.lastIndexOf(stream.stream()
                .filter(AiDelta.Reset.class::isInstance)
                .reduce((a, b) -> b)
                .orElse(new AiDelta.Reset(1)));
        verdict.check(
                after(stream, verdict).equals(after(stream.subList(last + 1, stream.size()), verdict)),
                "text that was taken back",
                "remove this round's text in onReset()");
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
                throw verdict.violation(
                        e.getClass().getName() + " at " + event.getClass().getSimpleName(),
                        "accept every event; the view misses an event at which it throws");
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
