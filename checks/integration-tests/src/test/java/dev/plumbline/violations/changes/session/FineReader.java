package dev.plumbline.violations.changes.session;

import dev.plumbline.violations.changes.conversation.ConversationTree;

final class FineReader {
    StringBuilder read(ConversationTree tree) {
        return new StringBuilder().append(tree.head());
    }
}
