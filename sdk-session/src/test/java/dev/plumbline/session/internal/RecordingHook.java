package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import java.util.List;

/** A hook that writes down when it was asked. */
record RecordingHook(String name, int priority, List<String> diary) implements Hook {
    @Override
    public void onSessionOpened(Context context) {
        diary.add(name + " opened");
    }

    @Override
    public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        diary.add(name + " starting");
        return Decision.replace(Interaction.user(input.text() + name));
    }

    @Override
    public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
        diary.add(name + " appending " + entry.kind());
        return Decision.proceed();
    }

    @Override
    public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
        diary.add(name + " requested " + batch.open().size());
        return Decision.proceed();
    }

    @Override
    public Decision<Round> onRoundDeciding(Round round, Context context) {
        diary.add(name + " deciding " + round.next());
        return Decision.proceed();
    }

    @Override
    public void onTurnFinished(AiReturn ret, Context context) {
        diary.add(name + " finished " + ret.isOk());
    }
}
