package dev.plumbline.violations.changes.session;

import dev.plumbline.violations.changes.conversation.ConversationTree;

final class BadAppender {
    ConversationTree say(ConversationTree tree) {
        return tree.append("e1");
    }
}
