package dev.plumbline.session.internal;

import dev.plumbline.call.State;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * A clock that never shows the same time twice, and knows the state of a conversation at each. A record has its time from
 * it before its change is made, so the state is the one that the record follows.
 */
final class MarkingClock implements Scheduler {
    private final Scheduler time;
    private Optional<Conversation> conversation = Optional.empty();
    private long ticks;

    /** The state at each time. */
    final TreeMap<Instant, ConversationState> states = new TreeMap<>();

    MarkingClock(Scheduler time) {
        this.time = time;
    }

    /** Returns the conversation that has these values. */
    static Conversation conversation(State state) {
        ConversationValues.Scoped values = (ConversationValues.Scoped) state;
        return ((ConversationValues) values.session()).conversation();
    }

    /** Watches that conversation from now on. */
    void watch(Conversation watched) {
        conversation = Optional.of(watched);
    }

    /** Returns the state of the conversation. */
    ConversationState state() {
        return conversation.orElseThrow().state();
    }

    @Override
    public Instant instant() {
        Instant now = time.instant().plusNanos(++ticks);
        conversation.ifPresent(watched -> states.put(now, watched.state()));
        return now;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        return time.schedule(delay, action);
    }

    @Override
    public void sleep(Duration wait, CountDownLatch wake) throws InterruptedException {
        time.sleep(wait, wake);
    }
}
