package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import java.util.function.Function;

/** A policy that only filters the streamed response and decides on the whole. */
@FunctionalInterface
public interface ResponsePolicy extends Policy {

    /**
     * The return to pass on; itself to change nothing. When its content is changed, the runner takes back what was shown
     * and shows the new one.
     *
     * @param ret the fold of what {@link #onDeltas} let through; failed returns come by, too, so read
     *     {@code partialText()}
     */
    AiReturn onReturn(AiReturn ret, AiCall call);

    /** A fresh filter for this call, and for each attempt of it; override it to change text without a Reset. */
    default DeltaFilter onDeltas(AiCall call) {
        return DeltaFilter.NONE;
    }

    /** Not to be overridden. */
    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // a response policy is a policy: one runner serves all
    default AiReturn around(AiCall call, Next next) {
        Filtering filtering = new Filtering(this, call);
        return filtering.judge(next.proceed(filtering.inner()));
    }

    /** Only the filter: the return is its fold. */
    static ResponsePolicy filter(Function<AiCall, DeltaFilter> filters) {
        return new ResponsePolicy() {
            @Override
            public AiReturn onReturn(AiReturn ret, AiCall call) {
                return ret;
            }

            @Override
            public DeltaFilter onDeltas(AiCall call) {
                return filters.apply(call);
            }
        };
    }
}
