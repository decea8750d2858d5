package dev.plumbline.violations.applied.session;

import dev.plumbline.violations.applied.session.state.ConversationState;

final class BadBranch {
    ConversationState go(ConversationState state) {
        return state.apply("change");
    }
}
