package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import java.util.function.Consumer;

/** A hook that replaces each payload with itself, and notes what it is given. */
record RightHook(Consumer<Object> seen) implements Hook {
    @Override
    public void onSessionOpened(Context context) {
        seen.accept(context);
    }

    @Override
    public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
        return decided(message, context);
    }

    @Override
    public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
        return decided(batch, context);
    }

    @Override
    public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
        return decided(entry, context);
    }

    @Override
    public Decision<Round> onRoundDeciding(Round round, Context context) {
        return decided(round, context);
    }

    @Override
    public Decision<Branch> onBranchCreating(Branch branch, Context context) {
        return decided(branch, context);
    }

    @Override
    public void onTurnFinished(AiReturn ret, Context context) {
        seen.accept(ret);
        seen.accept(context);
    }

    private <T> Decision<T> decided(T payload, Context context) {
        seen.accept(context);
        seen.accept(payload);
        return Decision.replace(payload);
    }
}
