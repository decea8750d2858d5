package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every view as jqwik properties. Implement {@link #view()} and {@link #shown} in a test class. Tests without
 * jqwik call them with an input.
 *
 * @param <V> the type of the view
 */
public interface ObserverLaws<V extends ConversationObserver> {

    /** Returns a new view. */
    V view();

    /** Returns what the view shows now, as a value with {@code equals}. */
    Object shown(V view);

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that the view throws for no event. */
    @Property(tries = 100)
    default void takes_every_event(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream, @ForAll AiError.Category ending) {
        LawAssertion.within(patience(), "it takes every event", () -> {
            LawAssertion verdict = LawAssertion.on("it takes every event", stream);
            V tried = view();
            show(tried, turn(stream), verdict);
            AiReturn cut = AiReturn.builder()
                    .deltas(stream)
                    .build()
                    .withError(AiError.of(ending, "scripted", "the turn ends"));
            show(tried, List.of(new SessionEvent.TurnFinished(11, ids(), cut)), verdict);
        });
    }

    /** Checks that the view throws for no event with any values, whatever came before, as for a view that was added late. */
    @Property(tries = 1)
    default void takes_events_of_any_values() {
        LawAssertion.within(patience(), "it takes every event", () -> {
            LawAssertion verdict = new LawAssertion("it takes every event", "events of every kind, in any order");
            show(view(), AnyEvents.ofSessions(), verdict);
        });
    }

    /** Checks that the display does not depend on the pieces of a text. */
    @Property(tries = 100)
    default void chunking_is_not_seen(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience(), "chunking is not seen", () -> {
            LawAssertion verdict = LawAssertion.on("chunking is not seen", stream);
            Object whole = after(StreamChunking.joined(stream), verdict);
            verdict.check(
                    whole.equals(after(StreamChunking.characters(stream), verdict)),
                    "another display if the text arrives character by character",
                    "append each piece; count characters, never pieces");
            verdict.check(
                    shownOf(alive(turn(StreamChunking.joined(stream)), false), verdict)
                            .equals(shownOf(alive(turn(StreamChunking.characters(stream)), true), verdict)),
                    "another display if a Heartbeat comes between the pieces of a text",
                    "append the pieces of a text to each other, whatever comes between them that does not end it");
        });
    }

    /** Checks that text that was taken back is not shown. */
    @Property(tries = 100)
    default void reset_takes_back(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience(), "a reset takes back", () -> {
            LawAssertion verdict = LawAssertion.on("a reset takes back", stream);
            int last = stream.lastIndexOf(stream.stream()
                    .filter(AiDelta.Reset.class::isInstance)
                    .reduce((a, b) -> b)
                    .orElse(new AiDelta.Reset(1)));
            verdict.check(
                    after(stream, verdict).equals(after(stream.subList(last + 1, stream.size()), verdict)),
                    "text that was taken back",
                    "remove this round's text in onReset()");
        });
    }

    private static CallIds ids() {
        return new CallIds("trial", "turn-1", 1, "request-1");
    }

    private Object after(List<AiDelta> stream, LawAssertion verdict) {
        return shownOf(turn(stream), verdict);
    }

    private Object shownOf(List<SessionEvent> events, LawAssertion verdict) {
        V tried = view();
        show(tried, events, verdict);
        return shown(tried);
    }

    /** Returns a turn with a heartbeat before its end, and perhaps in front of each piece of text. */
    private static List<SessionEvent> alive(List<SessionEvent> turn, boolean everywhere) {
        List<SessionEvent> events = new ArrayList<>();
        for (SessionEvent event : turn) {
            if (event instanceof SessionEvent.TurnFinished || (everywhere && event instanceof SessionEvent.Text)) {
                events.add(new SessionEvent.Heartbeat(events.size() + 1L, ids(), Duration.ofSeconds(5)));
            }
            events.add(event);
        }
        return events;
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
        events.add(new SessionEvent.TurnStarted(1, ids(), Interaction.user("A wall."), "main"));
        events.add(new SessionEvent.RoundStarted(2, ids()));
        for (AiDelta delta : stream) {
            long number = events.size() + 1L;
            if (delta instanceof AiDelta.Text text) {
                events.add(new SessionEvent.Text(number, ids(), text.text()));
            } else if (delta instanceof AiDelta.Reasoning reasoning) {
                events.add(new SessionEvent.Reasoning(number, ids(), reasoning.text()));
            } else if (delta instanceof AiDelta.Reset) {
                events.add(new SessionEvent.Reset(number, ids()));
            }
        }
        events.add(new SessionEvent.TurnFinished(
                events.size() + 1L, ids(), AiReturn.builder().deltas(stream).build()));
        return events;
    }
}
