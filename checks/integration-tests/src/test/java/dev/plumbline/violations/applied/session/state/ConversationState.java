package dev.plumbline.violations.applied.session.state;

/** Stands for the state. */
public interface ConversationState {
    /** Derives the next one. */
    ConversationState apply(String change);
}
