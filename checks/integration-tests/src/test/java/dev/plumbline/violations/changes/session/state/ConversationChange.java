package dev.plumbline.violations.changes.session.state;

import dev.plumbline.violations.changes.conversation.ConversationTree;

final class ConversationChange {
    ConversationTree applyTo(ConversationTree tree) {
        return tree.append("e1");
    }
}
