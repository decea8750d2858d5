package dev.plumbline.violations.applied.session;

import dev.plumbline.violations.applied.session.state.ConversationState;

final class Conversation {
    ConversationState apply(ConversationState state) {
        return state.apply("change");
    }
}
