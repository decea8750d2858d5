package dev.plumbline.session.internal;

import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A view that remembers. */
final class RecordingObserver implements ConversationObserver {
    private final List<SessionEvent> events = new ArrayList<>();

    @Override
    public synchronized void onEvent(SessionEvent event) {
        events.add(event);
        notifyAll();
    }

    synchronized List<SessionEvent> events() {
        return List.copyOf(events);
    }

    /** The events once that many turns are finished. */
    synchronized List<SessionEvent> afterTurns(int turns) throws InterruptedException {
        await(() -> finished().size() >= turns);
        return List.copyOf(events);
    }

    /** The events of that turn once it is finished. */
    synchronized List<SessionEvent> afterFinished(AiReturn ret) throws InterruptedException {
        await(() -> finished().contains(ret));
        return events.stream()
                .filter(event -> event.ids().turn().equals(ret.ids().turn()))
                .toList();
    }

    private synchronized void await(BooleanSupplier seen) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!seen.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("not seen within a minute; finished turns: "
                        + finished().size());
            }
            wait(left);
        }
    }

    synchronized List<AiReturn> finished() {
        return events.stream()
                .filter(SessionEvent.TurnFinished.class::isInstance)
                .map(event -> ((SessionEvent.TurnFinished) event).ret())
                .toList();
    }

    /** What a person sees: text in, taken back on Reset, and a new line for each round. */
    static String shown(List<SessionEvent> events) {
        StringBuilder all = new StringBuilder();
        int round = 0;
        for (SessionEvent event : events) {
            if (event instanceof SessionEvent.RoundStarted) {
                round = all.length();
            } else if (event instanceof SessionEvent.Text text) {
                all.append(text.piece());
            } else if (event instanceof SessionEvent.Reset) {
                all.setLength(round);
            }
        }
        return all.toString();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody opened the latch within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
