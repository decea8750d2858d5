package dev.plumbline.violations.changes.conversation;

/** Stands for the tree. */
public interface ConversationTree {
    /** Changes it. */
    ConversationTree append(String entry);

    /** Changes it. */
    ConversationTree moveHead(String entry);

    /** Reads it. */
    String head();
}
