package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.policy.Policy;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Calls the next model if one fails for a reason outside the call and nothing was delivered. It is outside the cache,
 * so the answer of another model is stored under that model's key. Stateless.
 */
final class FallbackPolicy implements Policy {
    /** The errors that another model may avoid; not those of invalid, forbidden or over-budget calls. */
    private static final Set<AiError.Category> ELSEWHERE = Set.of(
            AiError.Category.NETWORK,
            AiError.Category.TLS,
            AiError.Category.PROXY,
            AiError.Category.PROTOCOL,
            AiError.Category.TIMEOUT_CONNECT,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.RATE_LIMITED,
            AiError.Category.OVERLOADED,
            AiError.Category.SERVER,
            AiError.Category.TRUNCATED,
            AiError.Category.AUTHENTICATION,
            AiError.Category.PERMISSION,
            AiError.Category.NOT_FOUND);

    private final List<ModelId> others;
    private final UnaryOperator<AiCall> addressed;

    FallbackPolicy(List<ModelId> others, UnaryOperator<AiCall> addressed) {
        this.others = List.copyOf(others);
        this.addressed = addressed;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        AiReturn ret = next.proceed(call);
        for (ModelId other : others) {
            if (!isDue(ret, call)) {
                return ret;
            }
            if (!other.equals(call.model())) {
                call.addRemark("called " + other
                        + ret.error()
                                .map(why -> " after " + why.category() + " " + TelemetryName.of(why.code()))
                                .orElse(""));
                ret = by(other, next.proceed(addressed.apply(call.withModel(other))));
            }
        }
        return ret;
    }

    /** Sets the model that answered, if the provider did not. */
    private static AiReturn by(ModelId other, AiReturn ret) {
        boolean silent = ret.isOk() && ret.model().equals(ModelId.NONE);
        return silent ? ret.toBuilder().model(other).build() : ret;
    }

    private static boolean isDue(AiReturn ret, AiCall call) {
        boolean elsewhere = ret.error()
                .filter(error -> ELSEWHERE.contains(error.category()))
                .filter(error -> !isCut(error))
                .isPresent();
        return elsewhere && !call.sink().hasDelivered();
    }

    /** Returns whether the call's own token limit cut the answer, which would also cut those of other models. */
    private static boolean isCut(AiError error) {
        return error.category() == AiError.Category.TRUNCATED && !error.retryable();
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }
}
