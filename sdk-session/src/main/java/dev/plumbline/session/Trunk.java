package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.extend.ConversationTree;
import dev.plumbline.extend.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What all branches of a conversation have in common: the tree, the ids of tool calls, what it has cost, the memory that
 * lives as long as it does, and the one lock under which all of it changes.
 */
final class Trunk {
    private final Object lock = new Object();
    private final CallNames names = new CallNames();
    private final State memory = State.inMemory();
    private volatile ConversationTree tree = ConversationTree.empty();
    private volatile Usage usage = Usage.NONE;
    private volatile Optional<Cost> cost = Optional.empty();
    private boolean priced = true;
    private long reserved;

    /** A conversation that begins with what the body holds, grouped as it once came into being. */
    static Trunk of(AiBody body, Instant now) {
        Trunk trunk = new Trunk();
        trunk.names.addAll(body.interactions());
        for (List<Interaction> group : Opening.groups(body.interactions())) {
            Entry.Id parent = trunk.tree.head(ConversationTree.MAIN).id();
            trunk.tree = trunk.tree.append(
                    ConversationTree.MAIN,
                    new Entry(
                            trunk.nextId(),
                            Optional.of(parent),
                            group,
                            Entry.Status.COMPLETE,
                            Usage.NONE,
                            now,
                            Duration.ZERO));
        }
        return trunk;
    }

    /** Held for every change, and never while anybody else is called. */
    Object lock() {
        return lock;
    }

    ConversationTree tree() {
        return tree;
    }

    /** Takes another tree; under the lock. */
    void grow(ConversationTree other) {
        tree = other;
    }

    State memory() {
        return memory;
    }

    Usage usage() {
        return usage;
    }

    /** What it has cost, if every turn had a price and all are of one currency. */
    Optional<Cost> cost() {
        return cost;
    }

    /** Adds what a turn has used; under the lock. */
    void spent(AiReturn ret) {
        usage = usage.plus(ret.usage());
        boolean free = ret.usage().calls() == 0;
        priced &= free || (ret.cost().isPresent() && isOfTheCurrency(ret.cost().get()));
        cost = priced
                ? ret.cost().map(more -> cost.map(more::plus).orElse(more)).or(() -> cost)
                : Optional.empty();
    }

    private boolean isOfTheCurrency(Cost more) {
        return cost.map(Cost::currency).map(more.currency()::equals).orElse(true);
    }

    /** Gives every call an id of its own; under the lock. */
    List<Interaction> named(List<Interaction> interactions) {
        return names.named(interactions);
    }

    /** An id for an entry to come, which no other gets; under the lock. */
    Entry.Id nextId() {
        do {
            reserved++;
        } while (tree.find(new Entry.Id("e" + reserved)).isPresent());
        return new Entry.Id("e" + reserved);
    }

    /** The beginning of a conversation: the interactions a body brings, grouped as they once came into being. */
    private static final class Opening {
        private static final Set<Interaction.Kind> INSTRUCTIONS =
                Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM);
        private static final Set<Interaction.Kind> ANSWER =
                Set.of(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
        private static final Set<Interaction.Kind> RESULTS = Set.of(Interaction.Kind.TOOL_RESULT);

        static List<List<Interaction>> groups(List<Interaction> interactions) {
            List<List<Interaction>> groups = new ArrayList<>();
            for (Interaction item : interactions) {
                if (groups.isEmpty() || !together(last(last(groups)), item)) {
                    groups.add(new ArrayList<>());
                }
                last(groups).add(item);
            }
            return groups;
        }

        private static boolean together(Interaction before, Interaction item) {
            return List.of(INSTRUCTIONS, ANSWER, RESULTS).stream()
                    .anyMatch(kinds -> kinds.contains(before.kind()) && kinds.contains(item.kind()));
        }

        private static <T> T last(List<T> list) {
            return list.get(list.size() - 1);
        }
    }
}
