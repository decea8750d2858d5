package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Sends the question of a finished turn to a second model on another thread. */
record ModelExperimentHook(Function<AiBody, AiReturn> other, Executor beside, Receiver heard) implements Hook {

    @Override
    public void onTurnFinished(AiReturn ret, Context context) {
        List<Interaction> path = context.path().stream()
                .filter(ConversationEntry::isSent)
                .flatMap(entry -> entry.interactions().stream())
                .toList();
        int end = afterLastQuestion(path);
        if (ret.isOk() && end > 0) {
            AiBody asked = AiBody.builder()
                    .addAll(path.subList(0, end))
                    .toolFilter("") // no tool runs twice
                    .contextFilter("")
                    .build();
            beside.execute(() -> heard.heard(asked, ret, answered(asked)));
        }
    }

    private static int afterLastQuestion(List<Interaction> path) {
        int end = path.size();
        while (end > 0 && !(path.get(end - 1) instanceof Interaction.User)) {
            end--;
        }
        return end;
    }

    private AiReturn answered(AiBody asked) {
        try {
            return other.apply(asked);
        } catch (RuntimeException e) {
            return AiReturn.failed(AiError.of(
                            AiError.Category.EXTENSION,
                            "experiment",
                            "the experiment threw " + e.getClass().getName())
                    .withCause(e));
        }
    }

    /** Receives both answers. */
    @FunctionalInterface
    interface Receiver {
        void heard(AiBody asked, AiReturn actual, AiReturn again);
    }

    /** Returns the priority of hooks that only read. */
    @Override
    public int priority() {
        return 150;
    }
}
