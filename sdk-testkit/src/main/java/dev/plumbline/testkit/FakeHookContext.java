package dev.plumbline.testkit;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A hook context for tests: the first turn of an empty conversation, without a user to ask; published events are
 * recorded. For one thread.
 */
public final class FakeHookContext implements Hook.Context {
    private final Cancellation cancellation = Cancellation.create(VirtualClock.create());
    private final State state = State.inMemory();
    private final List<Json> published = new ArrayList<>();

    /** Creates the context of a new turn. */
    public FakeHookContext() {}

    /** Returns the events that the hook published to views, in order. */
    public List<Json> published() {
        return List.copyOf(published);
    }

    @Override
    public CallIds ids() {
        return new CallIds("trial", "turn-1", 1, "request-1");
    }

    @Override
    public ConversationTree tree() {
        return ConversationTree.empty();
    }

    @Override
    public List<ConversationEntry> path() {
        return List.of();
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public void publish(Json news) {
        published.add(news);
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return Optional.empty();
    }
}
