package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A hook that decides by a list of numbers, over and over: mostly it proceeds, else it replaces, stops or throws. */
final class RandomHook implements Hook {
    private final List<Integer> whims;
    private final AtomicInteger at = new AtomicInteger();
    final AtomicInteger began = new AtomicInteger();
    final AtomicInteger finished = new AtomicInteger();

    RandomHook(List<Integer> whims) {
        this.whims = whims;
    }

    private <T> Decision<T> decide(T payload, UnaryOperator<T> change) {
        int whim = whims.isEmpty() ? 0 : whims.get(at.getAndIncrement() % whims.size());
        return switch (whim) {
            case 1 -> Decision.replace(change.apply(payload));
            case 2 -> Decision.stop("a whim");
            case 3 -> throw new IllegalStateException("a whim");
            default -> Decision.proceed();
        };
    }

    @Override
    public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        began.incrementAndGet();
        return decide(input, user -> Interaction.user("Other words."));
    }

    @Override
    public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
        return decide(
                batch,
                all -> all.answer(all.calls().get(0), ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "Not this one.")));
    }

    @Override
    public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
        return decide(entry, RandomHook::reworded);
    }

    static ConversationEntry reworded(ConversationEntry entry) {
        List<Interaction> other =
                entry.interactions().stream().map(RandomHook::reworded).toList();
        return new ConversationEntry(
                entry.id(), entry.parent(), other, entry.status(), entry.usage(), entry.at(), entry.took());
    }

    private static Interaction reworded(Interaction item) {
        if (item instanceof Interaction.Assistant) {
            return new Interaction.Assistant(List.of(new Part.Text("Reworded.")));
        }
        return item instanceof Interaction.ToolResult result
                ? new Interaction.ToolResult(result.callId(), ToolEnvelope.ok("reworded"))
                : item;
    }

    @Override
    public Decision<Round> onRoundDeciding(Round round, Context context) {
        return decide(round, done -> done.withNext(Round.Next.values()[done.number() % 3]));
    }

    @Override
    public void onTurnFinished(AiReturn ret, Context context) {
        finished.incrementAndGet();
    }
}
