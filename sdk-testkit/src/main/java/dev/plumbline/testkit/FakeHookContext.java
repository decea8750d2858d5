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
 * A hook context for tests: the first turn of an empty conversation, or a turn of any other one, without a user to ask; published
 * events are recorded. For one thread.
 */
public final class FakeHookContext implements Hook.Context {
    private final Cancellation cancellation = Cancellation.create(VirtualClock.create());
    private final State state = State.inMemory();
    private final List<Json> published = new ArrayList<>();
    private final CallIds ids;
    private final ConversationTree tree;
    private final String branch;

    /** Creates the context of the first turn of an empty conversation. */
    public FakeHookContext() {
        this(new CallIds("trial", "turn-1", 1, "request-1"), ConversationTree.empty(), ConversationTree.MAIN);
    }

    /**
     * Creates the context of a turn.
     *
     * @param ids the ids of the session, the turn, the round and the request
     * @param tree the conversation so far
     * @param branch the branch of the turn
     * @throws IllegalArgumentException if the conversation has no such branch
     */
    public FakeHookContext(CallIds ids, ConversationTree tree, String branch) {
        if (!tree.heads().containsKey(branch)) {
            throw new IllegalArgumentException("the conversation has no branch " + branch);
        }
        this.ids = ids;
        this.tree = tree;
        this.branch = branch;
    }

    /** Returns the events that the hook published to views, in order. */
    public List<Json> published() {
        return List.copyOf(published);
    }

    @Override
    public CallIds ids() {
        return ids;
    }

    @Override
    public ConversationTree tree() {
        return tree;
    }

    @Override
    public String branch() {
        return branch;
    }

    @Override
    public List<ConversationEntry> path() {
        return tree.path(branch);
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
