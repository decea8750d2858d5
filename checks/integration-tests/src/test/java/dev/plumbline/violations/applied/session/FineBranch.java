package dev.plumbline.violations.applied.session;

import dev.plumbline.violations.applied.session.state.ConversationState;

final class FineBranch {
    ConversationState go(ConversationState state) {
        return new Conversation().apply(state);
    }
}
