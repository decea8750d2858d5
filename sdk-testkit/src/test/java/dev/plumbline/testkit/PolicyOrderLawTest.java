package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** First is outermost, exits reverse, whatever ends the call. */
class PolicyOrderLawTest {
    private static final AiCall CALL = AiCall.of(AiBody.of("draw"), ModelId.parse("scripted:script"));

    private final List<String> entered = new ArrayList<>();
    private final List<String> left = new ArrayList<>();

    @Property(tries = 300)
    @Tag("SH41")
    @Tag("SH54")
    @Tag("F118")
    @Tag("A13")
    @Tag("H30")
    void first_isOutermostAndExitsReverse(
            @ForAll @Size(max = 12) Set<@AlphaChars @StringLength(min = 1) String> names) {
        forget();
        List<String> order = List.copyOf(names);

        AiReturn ret = chain(order, order.size()).call(CALL);

        assertThat(entered).isEqualTo(order);
        assertThat(left).isEqualTo(reversed(order));
        assertThat(ret.trace().steps()).extracting(Trace.Step::policy).isEqualTo(plus(order, "provider"));
    }

    @Property(tries = 300)
    void policies_insideTheOneThatThrew_areNotEntered_andTheOthersLeaveInReverse(
            @ForAll @Size(min = 1, max = 12) Set<@AlphaChars @StringLength(min = 1) String> names,
            @ForAll @IntRange(max = 11) int place) {
        forget();
        List<String> order = List.copyOf(names);
        int thrower = place % order.size();

        AiReturn ret = chain(order, thrower).call(CALL);

        assertThat(ret.error().orElseThrow().extensionId()).contains(order.get(thrower));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(entered).isEqualTo(order.subList(0, thrower));
        assertThat(left).isEqualTo(reversed(order.subList(0, thrower)));
        assertThat(ret.trace().steps()).extracting(Trace.Step::policy).isEqualTo(order.subList(0, thrower + 1));
    }

    @Property(tries = 200)
    @Tag("SH44")
    void traceTimes_nestLikeThePolicies(@ForAll @IntRange(max = 8) int depth) {
        forget();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            order.add("policy-" + i);
        }

        List<Trace.Step> steps = chain(order, depth).call(CALL).trace().steps();

        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i).took()).isLessThanOrEqualTo(steps.get(i - 1).took());
            assertThat(steps.get(i).ownTime()).isGreaterThanOrEqualTo(java.time.Duration.ZERO);
        }
    }

    /** One object serves all tries of a property, so each begins with nothing remembered. */
    private void forget() {
        entered.clear();
        left.clear();
    }

    private PolicyChain chain(List<String> names, int thrower) {
        PolicyChain.Builder chain = PolicyChain.builder();
        for (int i = 0; i < names.size(); i++) {
            chain.addPolicy(names.get(i), i == thrower ? throwing() : noting(names.get(i)));
        }
        return chain.build(ScriptedProvider.create().says("done"));
    }

    private Policy noting(String name) {
        return (call, next) -> {
            entered.add(name);
            AiReturn ret = next.proceed(call);
            left.add(name);
            return ret;
        };
    }

    private static Policy throwing() {
        return (call, next) -> {
            throw new IllegalStateException("planted");
        };
    }

    private static List<String> reversed(List<String> list) {
        List<String> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private static List<String> plus(List<String> list, String last) {
        List<String> longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }
}
