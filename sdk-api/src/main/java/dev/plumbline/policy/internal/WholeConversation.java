package dev.plumbline.policy.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.State;
import dev.plumbline.call.TypedKey;
import java.util.List;
import java.util.Optional;

/**
 * All that was said in the conversation of a call, also what is not sent with it: what a summary replaced, and other
 * branches. What is said there may announce what is sent.
 */
@FunctionalInterface
public interface WholeConversation {
    /** The attribute of a call. */
    TypedKey<WholeConversation> KEY = TypedKey.of("plumbline.conversation", WholeConversation.class);

    /** Returns the interactions of all branches, each before those that follow it. */
    List<Interaction> interactions();

    /** Returns the values of the conversation; empty if they are those of the call. */
    default Optional<State> values() {
        return Optional.empty();
    }
}
