package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.policies.Policies.Moderator;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.internal.WholeConversation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Has the last question and the answer moderated, and shows the answer afterwards. Stateless. */
final class ModerationPolicy implements Policy {
    private final Moderator moderator;

    ModerationPolicy(Moderator moderator) {
        this.moderator = moderator;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Function<AiBody, AiReturn> aside = question -> next.proceed(asideOf(call, question));
        Optional<TelemetryName> against = moderator.objection(lastQuestion(call.effective()), aside);
        if (against.isPresent()) {
            return AiReturn.failed(refusal("the question", against.get()));
        }
        AiReturn ret = next.proceed(call.withoutSink());
        return moderator
                .objection(ret.partialText(), aside)
                .map(label -> withheld(ret, label))
                .orElse(ret);
    }

    /**
     * Returns a side call of a policy: with the same account, without the tools and the output schema of the call.
     */
    static AiCall asideOf(AiCall call, AiBody question) {
        AiCall.Builder aside = AiCall.builder(question, call.model())
                .options(call.options())
                .ids(call.ids())
                .namespace(call.namespace())
                .resources(call.resources())
                .cacheMode(call.cacheMode())
                .cancellation(call.cancellation())
                .observer(call.observer())
                .state(call.state())
                .budget(call.budget());
        call.attribute(WholeConversation.KEY).ifPresent(whole -> aside.addNote(WholeConversation.KEY, whole));
        return aside.build();
    }

    private static String lastQuestion(List<Interaction> interactions) {
        for (int i = interactions.size() - 1; i >= 0; i--) {
            if (interactions.get(i) instanceof Interaction.User user) {
                return user.text();
            }
        }
        return "";
    }

    private static AiReturn withheld(AiReturn ret, TelemetryName against) {
        return AiReturn.failed(refusal("the answer", against)).withUsage(ret.usage());
    }

    private static AiError refusal(String what, TelemetryName against) {
        return AiError.of(
                AiError.Category.CONTENT_FILTERED, "moderation", "moderation withheld " + what + ": " + against.text());
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }
}
