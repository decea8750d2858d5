package task.t12;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

public final class Variants {
    private Variants() {}

    public static String plan(
            AiProvider provider, String question, List<String> changes, Predicate<String> good, String last) {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send(question);
            Optional<ConversationEntry> taken = Optional.empty();
            for (int i = 0; i < changes.size(); i++) {
                ConversationSession variant = session.fork("change-" + i);
                AiReturn ret = variant.send(changes.get(i));
                if (taken.isEmpty() && ret.isOk() && good.test(ret.text())) {
                    taken = Optional.of(variant.head());
                }
            }
            taken.ifPresent(session::continueFrom);
            return session.send(last).text();
        }
    }
}
