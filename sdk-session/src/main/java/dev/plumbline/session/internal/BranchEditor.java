package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.CallIds;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.state.OpenCalls;

/** Checks and makes changes to the tree of a conversation outside of turns, for one session. */
final class BranchEditor {
    private final Branch branch;
    private final CallIds ids;

    BranchEditor(Branch branch, CallIds ids) {
        this.branch = branch;
        this.ids = ids;
    }

    /** Returns the entry of the current tree with the same id; throws if there is none. */
    ConversationEntry known(ConversationEntry entry) {
        return branch.conversation().require(entry);
    }

    /** Returns the entry before a user message. */
    ConversationEntry beforeQuestion(ConversationEntry question) {
        ConversationEntry stored = known(question);
        if (stored.interactions().isEmpty() || stored.kind() != Interaction.Kind.USER) {
            throw new IllegalArgumentException("only a user message can be edited");
        }
        return parent(stored);
    }

    /** Returns the entry if a branch can continue after it. */
    ConversationEntry appendable(ConversationEntry entry) {
        ConversationEntry stored = known(entry);
        if (OpenCalls.awaitsResults(stored)) {
            throw new IllegalArgumentException(
                    "the tool calls of this entry have their results behind it: continue from there");
        }
        return stored;
    }

    /** Adds a branch name and returns it. */
    String nameBranch(Hook.Branch agreed) {
        if (agreed.name().isBlank()) {
            throw new IllegalArgumentException("a branch needs a name that is not blank");
        }
        branch.create(agreed.name(), agreed.from(), ids);
        return agreed.name();
    }

    /** Deletes an entry and all after it. */
    void delete(ConversationEntry entry) {
        ConversationEntry stored = known(entry);
        if (stored.parent().isEmpty()) {
            throw new IllegalArgumentException("the root cannot be deleted: open another conversation");
        }
        if (OpenCalls.awaitsResults(parent(stored))) {
            throw new IllegalArgumentException(
                    "this entry holds the results of tool calls: delete the entry with the calls, "
                            + parent(stored).id());
        }
        branch.conversation().delete(stored, ids);
    }

    private ConversationEntry parent(ConversationEntry stored) {
        return branch.conversation().tree().find(stored.parent().orElseThrow()).orElseThrow();
    }
}
