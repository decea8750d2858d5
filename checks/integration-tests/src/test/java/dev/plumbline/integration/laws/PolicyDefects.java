package dev.plumbline.integration.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes policies with one defect each of correct ones. */
final class PolicyDefects {
    private static final ResponsePolicy SINGLE_CHARACTERS = ResponsePolicy.filter(call -> (delta, out) -> out.accept(
            delta instanceof AiDelta.Text text && text.text().length() == 1 ? new AiDelta.Text("#") : delta));

    private PolicyDefects() {}

    /** Changes text of one character, so the answer depends on how the stream was split. */
    static Policy readsSingleDeltas(Policy policy) {
        return like(policy, (call, next) -> policy.around(call, inner -> SINGLE_CHARACTERS.around(inner, next)));
    }

    /** Adds the number of the call to the answer. */
    static Policy countsInAnswer(Policy policy) {
        AtomicInteger calls = new AtomicInteger();
        return like(
                policy,
                (call, next) -> policy.around(call, next).mapText(text -> text + " " + calls.incrementAndGet()));
    }

    /** Sends an instruction with the first call alone. */
    static Policy countsInRequest(Policy policy) {
        AtomicInteger calls = new AtomicInteger();
        return like(
                policy,
                (call, next) -> policy.around(
                        calls.getAndIncrement() == 0 ? call.withAdded(new Interaction.System("Be brief.")) : call,
                        next));
    }

    /** Sends the same interactions in a call of another body. */
    static Policy changesBody(Policy policy) {
        return like(
                policy,
                (call, next) -> policy.around(
                        CallAccess.withRecorder(
                                AiCall.builder(AiBody.of("else"), call.model())
                                        .effective(call.effective())
                                        .cancellation(call.cancellation())
                                        .sink(call.sink())
                                        .build(),
                                CallAccess.recorder(call)),
                        next));
    }

    /** Calls the provider twice; a policy that may do so throws after the answer instead. */
    static Policy asksTwiceOrThrows(Policy policy) {
        if (policy.mayRepeat()) {
            return like(policy, (call, next) -> thrown(policy.around(call, next)));
        }
        return like(
                policy,
                (call, next) -> policy.around(call, inner -> {
                    AiReturn first = next.proceed(inner);
                    return first.isOk() ? next.proceed(inner) : first;
                }));
    }

    private static AiReturn thrown(AiReturn ret) {
        if (ret.status() == AiReturn.Status.CANCELLED) {
            return ret;
        }
        throw new IllegalStateException("thrown by a mutant");
    }

    /** Makes an answer of what had arrived before a login was refused. */
    static Policy hidesFailure(Policy policy) {
        return like(policy, (call, next) -> hidden(policy.around(call, next)));
    }

    private static AiReturn hidden(AiReturn ret) {
        return ret.error()
                .filter(error -> error.category() == AiError.Category.AUTHENTICATION)
                .map(error -> AiReturn.builder()
                        .interactions(ret.interactions())
                        .usage(ret.usage())
                        .finish(ret.finish())
                        .model(ret.model())
                        .build())
                .orElse(ret);
    }

    /** Signs whole answers alone. */
    static Policy changesWholeAnswersOnly(Policy policy) {
        return like(policy, (call, next) -> {
            AiReturn ret = policy.around(call, next);
            return ret.isOk() ? ret.mapText(text -> text + " (signed)") : ret;
        });
    }

    private static Policy like(Policy correct, Policy defect) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return defect.around(call, next);
            }

            @Override
            public boolean mayRepeat() {
                return correct.mayRepeat();
            }
        };
    }
}
