package dev.plumbline.testkit;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The result of running one policy on one stream. The call is one user message in a chain of this policy alone, on a
 * {@link VirtualClock}; a repeated call gets the same stream.
 *
 * @param shown the deltas that reached the view, in order
 * @param ret the return of the chain
 */
public record PolicyProbe(List<AiDelta> shown, AiReturn ret) {
    public static final AiBody BODY = AiBody.of("What is the area of the plan?");

    public PolicyProbe {
        shown = List.copyOf(shown);
    }

    /** Runs the policy with a provider that sends exactly these deltas. */
    public static PolicyProbe run(Policy policy, List<AiDelta> stream) {
        return run(policy, ScriptedProvider.create().streams(stream).repeats());
    }

    /** Runs the policy with a provider that fails with this error after these deltas. */
    public static PolicyProbe run(Policy policy, List<AiDelta> stream, AiError error) {
        return run(policy, ScriptedProvider.create().failsAfter(stream, error).repeats());
    }

    public static PolicyProbe run(Policy policy, AiProvider provider) {
        VirtualClock clock = VirtualClock.create();
        return run(policy, provider, Cancellation.create(clock), clock);
    }

    public static PolicyProbe run(Policy policy, AiProvider provider, Cancellation cancellation) {
        return run(policy, provider, cancellation, VirtualClock.create());
    }

    private static PolicyProbe run(Policy policy, AiProvider provider, Cancellation cancellation, VirtualClock clock) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(BODY, ModelId.parse("scripted:script"))
                .cancellation(cancellation)
                .sink(shown::add)
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        AiReturn ret = PolicyChain.builder()
                .addPolicy("probed", policy)
                .build(provider)
                .call(call);
        return new PolicyProbe(shown, ret);
    }

    /** Returns the calls that reach the provider when the policy runs once, in order; the provider sends these deltas. */
    public static List<AiCall> requests(Policy policy, List<AiDelta> stream) {
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        run(policy, provider);
        return provider.calls();
    }

    /**
     * Returns all text that ever reached the view, including text that a Reset took back, to search for secrets. It is
     * joined as by {@link AiReturn#text()}; a new attempt begins on a new line.
     */
    public String everShown() {
        StringBuilder text = new StringBuilder();
        for (AiDelta delta : shown) {
            if (delta instanceof AiDelta.Text piece) {
                text.append(piece.text());
            } else if (delta instanceof AiDelta.Reset && !endsLine(text)) {
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static boolean endsLine(CharSequence text) {
        return text.isEmpty() || text.charAt(text.length() - 1) == '\n';
    }
}
