package dev.plumbline.conversation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What two branches of a conversation have in common and in what they differ. Immutable.
 *
 * @param commonAncestor the last entry that both have; the root of the tree if they have none
 * @param one the first branch
 * @param other the second branch
 * @param state the values of scope BRANCH that differ, by name; empty for a comparison of a tree alone
 */
public record BranchComparison(ConversationEntry commonAncestor, Side one, Side other, List<StateDifference> state) {
    public BranchComparison {
        Objects.requireNonNull(commonAncestor, "commonAncestor");
        Objects.requireNonNull(one, "one");
        Objects.requireNonNull(other, "other");
        state = List.copyOf(state);
    }

    /**
     * Returns the comparison of two branches of a tree, without their state.
     *
     * @throws IllegalArgumentException if there is no branch of one of the names
     */
    public static BranchComparison of(ConversationTree tree, String one, String other) {
        ConversationEntry common = tree.commonAncestor(tree.head(one), tree.head(other));
        return new BranchComparison(common, side(tree, one, common), side(tree, other, common), List.of());
    }

    private static Side side(ConversationTree tree, String branch, ConversationEntry common) {
        List<ConversationEntry> path = tree.path(branch);
        int shared = tree.path(common).size();
        return new Side(branch, path.subList(shared, path.size()));
    }

    /** Returns whether both branches end with the same entry and no value differs. */
    public boolean isEqual() {
        return one.entries().isEmpty() && other.entries().isEmpty() && state.isEmpty();
    }

    /** Returns a copy with these differences of the state. */
    public BranchComparison withState(List<StateDifference> differences) {
        return new BranchComparison(commonAncestor, one, other, differences);
    }

    /**
     * The entries that only one of both branches has.
     *
     * @param branch its name
     * @param entries those behind the common ancestor, oldest first
     */
    public record Side(String branch, List<ConversationEntry> entries) {
        public Side {
            Objects.requireNonNull(branch, "branch");
            entries = List.copyOf(entries);
        }
    }

    /**
     * A value of scope BRANCH that differs. A value from a journal that nobody has read yet is its JSON.
     *
     * @param name the name of its key
     * @param one its value on the first branch; empty if it was never set there
     * @param other its value on the second branch; empty if it was never set there
     */
    public record StateDifference(String name, Optional<Object> one, Optional<Object> other) {
        public StateDifference {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(one, "one");
            Objects.requireNonNull(other, "other");
        }

        /** Returns the name, without the values. */
        @Override
        public String toString() {
            return "StateDifference[" + name + "]";
        }
    }
}
