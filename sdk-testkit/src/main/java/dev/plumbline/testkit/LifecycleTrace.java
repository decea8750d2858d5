package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A view that records the events of a conversation, one line for each event: {@code turn}, {@code round 1},
 * {@code text}, {@code call drawWall}, {@code result drawWall}, {@code entry assistant}, {@code finished COMPLETE}.
 * Neighbouring pieces of text are one line; progress, which depends on time, is left out. Add it with {@code
 * session.observe}. Thread-safe.
 */
public final class LifecycleTrace implements ConversationObserver {
    private final List<SessionEvent> events = new ArrayList<>();

    private LifecycleTrace() {}

    /** Returns an empty trace. */
    public static LifecycleTrace create() {
        return new LifecycleTrace();
    }

    @Override
    public synchronized void onEvent(SessionEvent event) {
        events.add(event);
    }

    /** Returns the recorded events, in order. */
    public synchronized List<SessionEvent> events() {
        return List.copyOf(events);
    }

    private List<SessionEvent> happened() {
        return events().stream()
                .filter(event -> !(event instanceof SessionEvent.Progressed))
                .toList();
    }

    /** Returns one line for each event. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (SessionEvent event : happened()) {
            String line = line(event);
            if (!isText(line) || lines.isEmpty() || !lines.get(lines.size() - 1).equals(line)) {
                lines.add(line);
            }
        }
        return lines;
    }

    /**
     * Waits, in real time, until that many turns have ended.
     *
     * @throws AssertionError if they have not ended within a minute
     */
    public LifecycleTrace awaitTurns(int turns) {
        Await.until(
                () -> events().stream()
                                .filter(SessionEvent.TurnFinished.class::isInstance)
                                .count()
                        >= turns,
                () -> turns + " turns did not end; events: " + lines());
        return this;
    }

    /**
     * Compares line by line. {@code …} matches any number of lines, a line that ends with {@code …} any line with that
     * beginning.
     *
     * @throws AssertionError if they differ, with a diff
     */
    public LifecycleTrace expect(String... lines) {
        LineDiff.require("the course of events", List.of(lines), lines());
        return this;
    }

    /**
     * Checks the rules of every conversation: sequence numbers increase, each turn that began ends once, and no event
     * of it follows.
     *
     * @throws AssertionError if a rule is broken, with the event
     */
    public LifecycleTrace expectOrderly() {
        long last = 0;
        List<String> over = new ArrayList<>();
        List<String> begun = new ArrayList<>();
        for (SessionEvent event : happened()) {
            String turn = event.ids().turn();
            require(event.sequence() > last, event, "its sequence number does not increase");
            require(turn.isEmpty() || !over.contains(turn), event, "its turn is over");
            last = event.sequence();
            if (event instanceof SessionEvent.TurnStarted) {
                begun.add(turn);
            } else if (event instanceof SessionEvent.TurnFinished) {
                require(begun.remove(turn), event, "its turn has not begun");
                over.add(turn);
            } else if (event instanceof SessionEvent.TurnWithdrawn) {
                require(!begun.contains(turn), event, "its turn has begun");
                over.add(turn);
            }
        }
        if (!begun.isEmpty()) {
            throw new AssertionError(begun.size() + " turns have no end; events: " + lines());
        }
        return this;
    }

    private static void require(boolean holds, SessionEvent event, String fault) {
        if (!holds) {
            throw new AssertionError("event " + event.sequence() + " (" + line(event) + ") is out of order: " + fault);
        }
    }

    private static boolean isText(String line) {
        return line.equals("text") || line.equals("reasoning") || line.startsWith("progress ");
    }

    private static String line(SessionEvent event) {
        if (event instanceof SessionEvent.TurnStarted) {
            return "turn";
        } else if (event instanceof SessionEvent.RoundStarted round) {
            return "round " + round.ids().round();
        } else if (event instanceof SessionEvent.ToolCalled called) {
            return "call " + called.call().name();
        } else if (event instanceof SessionEvent.ToolProgressed progress) {
            return "progress " + progress.call().name();
        } else if (event instanceof SessionEvent.ToolFinished finished) {
            return "result " + outcome(finished.result());
        } else if (event instanceof SessionEvent.EntryAppended entry) {
            return "entry " + word(entry.entry().kind().name());
        } else if (event instanceof SessionEvent.Custom custom) {
            return "custom " + custom.extension();
        } else if (event instanceof SessionEvent.TurnFinished finished) {
            return "finished " + finished.ret().status();
        }
        return word(event.getClass().getSimpleName());
    }

    private static String outcome(Interaction.ToolResult result) {
        return result.callId()
                + result.envelope()
                        .failure()
                        .map(failure -> " " + failure.code())
                        .orElse("");
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
