package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A policy that only filters the streamed response and decides on the whole answer. */
@FunctionalInterface
public interface ResponsePolicy extends Policy {

    /**
     * Returns the return to pass on; {@code ret} to change nothing. If the content is changed, the chain withdraws the
     * shown content and shows the new one.
     *
     * @param ret the fold of the deltas that {@link #onDeltas} passed on; it may have failed, so read {@code
     *     partialText()}
     */
    AiReturn onReturn(AiReturn ret, AiCall call);

    /** Returns a new filter for this call, and for each attempt of it; override it to change text without a Reset. */
    default DeltaFilter onDeltas(AiCall call) {
        return DeltaFilter.NONE;
    }

    /** Calls {@link #onReturn} on the filtered response; must not be overridden. */
    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // a response policy is a policy: one runner serves all
    default AiReturn around(AiCall call, Next next) {
        ResponsePolicyRun filtering = new ResponsePolicyRun(this, call);
        return filtering.judge(next.proceed(filtering.inner()));
    }

    /** Returns a policy that only filters: the return is the fold of the filtered deltas. */
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

    /**
     * Changes one call's deltas as they pass. It may hold text back and must pass it on in {@link #finish}. It never sees a
     * Reset: a new attempt gets a new filter. Used by one thread at a time.
     */
    @FunctionalInterface
    interface DeltaFilter {
        /** A filter that passes everything on. */
        DeltaFilter NONE = (delta, out) -> out.accept(delta);

        /** Receives a delta and passes on none, one or several. */
        void accept(AiDelta delta, Consumer<AiDelta> out);

        /** Passes on the text that was held back, at the end of the stream, complete or not. */
        default void finish(Consumer<AiDelta> out) {}

        /**
         * Returns a filter whose {@code change} sees whole lines of text with their end, never a piece of one. A line
         * continues after deltas of another kind, such as reasoning, as it does in {@link
         * dev.plumbline.call.AiReturn#text()}; these deltas follow the line.
         */
        static DeltaFilter byLine(UnaryOperator<String> change) {
            return new LineDeltaFilter(change);
        }
    }
}
