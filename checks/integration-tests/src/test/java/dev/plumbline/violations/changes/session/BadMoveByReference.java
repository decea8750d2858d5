package dev.plumbline.violations.changes.session;

import dev.plumbline.violations.changes.conversation.ConversationTree;
import java.util.function.Function;

final class BadMoveByReference {
    Function<String, ConversationTree> move(ConversationTree tree) {
        return tree::moveHead;
    }
}
