package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a host changes in the order of the policies of extensions, plugins and sessions, and what it may not. */
class PolicyOrderTest {
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final ScriptedProvider model = ScriptedProvider.create();

    private Policy noted(String name) {
        return (call, next) -> {
            ran.add(name);
            return next.proceed(call);
        };
    }

    private AiRuntime.Builder builder() {
        return AiRuntime.builder()
                .addProvider(model)
                .addPlugin(new Audit())
                .addExtension(
                        "acme", to -> to.addPolicy("late", 150, noted("late")).addPolicy("early", 10, noted("early")));
    }

    private List<String> ranIn(AiRuntime ai) {
        model.says("Yes.");
        ran.clear();
        assertThat(ai.session(AiBody.of("Well?")).runToStableResult().isOk()).isTrue();
        return List.copyOf(ran);
    }

    /** A plugin with a policy of the usual priority. */
    private final class Audit implements Plugin {
        @Override
        public Manifest manifest() {
            return Manifest.of("com.acme.audit", "1.0").withContributes(ContributionKind.POLICIES);
        }

        @Override
        public void contribute(Contributions to) {
            to.addPolicy("audit", noted("audit"));
        }
    }

    @Test
    void m5_priorities_orderExtensionsAndPlugins() {
        try (AiRuntime ai = builder().build()) {
            assertThat(ranIn(ai)).containsExactly("early", "audit", "late");
            assertThat(ai.describe()).contains("early @acme priority 10", "late @acme priority 150");
        }
    }

    @Test
    void m5_host_movesAndSwitchesOff_whatAPluginBrings_andDescribeSaysWho() {
        try (AiRuntime ai = builder()
                .policyOrder(
                        "acme-defaults",
                        order -> order.moveBefore("late", "retry")
                                .whenPresent("audit", now -> now.moveBefore("audit", "late")))
                .policyOrder(order -> order.without("early").whenPresent("audti", now -> now.without("audti")))
                .build()) {
            assertThat(ranIn(ai)).containsExactly("audit", "late");
            assertThat(ai.describe())
                    .contains("audit @com.acme.audit, moved before late by acme-defaults")
                    .contains("late @acme priority 150, moved before retry by acme-defaults")
                    .contains("off       early, switched off by host")
                    .contains(
                            "unused    whenPresent \"audti\" by host: there is no such policy now; the nearest name is"
                                    + " \"audit\"");
        }
    }

    @Test
    void m5_replacedPolicy_keepsItsPosition_andAPolicyOfASessionIsMoved() {
        try (AiRuntime ai = builder()
                .policyOrder(order -> order.replace("early", noted("other"))
                        .whenPresent("own", now -> now.moveBefore("own", "early")))
                .build()) {
            assertThat(ranIn(ai)).containsExactly("other", "audit", "late");
            model.says("Yes.");
            ran.clear();
            ai.session(AiBody.of("Well?"), SessionOptions.none(), own -> own.addPolicy("own", 199, noted("own")))
                    .runToStableResult();
            assertThat(ran).containsExactly("own", "other", "audit", "late");
        }
    }

    @Test
    void m5_unknownName_saysTheNearest() {
        assertThatThrownBy(() -> builder()
                        .policyOrder(order -> order.moveAfter("retyr", "answers"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "there is no policy \"retyr\"; the nearest name is \"retry\"; the order has [context,")
                .hasMessageContaining("whenPresent(\"retyr\", …)");
        assertThatThrownBy(() -> builder()
                        .policyOrder(order -> order.moveAfter("retry", "retry"))
                        .build())
                .hasMessageContaining("\"retry\" cannot be placed beside itself");
        assertThatThrownBy(() -> builder().policyOrder(" ", order -> order)).hasMessageContaining("name of its author");
    }

    @Test
    void m5_movesThatBreakALaw_areRefused() {
        refused(order -> order.without("redaction"), "role REDACTION");
        refused(order -> order.moveAfter("context", "redaction"), "\"context\" must be outside \"redaction\"");
        refused(order -> order.moveBefore("redaction", "question"), "\"question\" must be outside \"redaction\"");
        refused(order -> order.moveAfter("redaction", "cache"), "\"redaction\" must be outside \"cache\"");
        refused(order -> order.moveBefore("answers", "cache"), "\"cache\" must be outside \"answers\"");
        refused(order -> order.moveBefore("spending", "retry"), "\"retry\" must be outside \"spending\"");
        refused(order -> order.moveBefore("rate-limit", "retry"), "\"retry\" must be outside \"rate-limit\"");
        refused(order -> order.moveBefore("retry", "repair"), "\"repair\" must be outside \"retry\"");
    }

    private void refused(UnaryOperator<PolicyOrder> change, String message) {
        assertThatThrownBy(() -> builder()
                        .addRequestPolicy("question", call -> call)
                        .redaction(RedactionOptions.ofDefaults())
                        .cache(ResponseStore.inMemory(10))
                        .rateLimit(10, Duration.ofMinutes(1))
                        .spending(SpendingLimits.of("EUR"))
                        .policyOrder(change)
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("F13 a policy that refuses sees a call that the cache would answer")
    void f13_addedPolicy_seesEveryCall_alsoThoseThatTheCacheAnswers() {
        AtomicBoolean confidential = new AtomicBoolean();
        Policy refusing = (call, next) -> confidential.get()
                ? AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "confidential", "not this document"))
                : next.proceed(call);
        try (AiRuntime ai = builder()
                .cache(ResponseStore.inMemory(10))
                .addPolicy("confidential", refusing)
                .build()) {
            model.says("Yes.");
            assertThat(ai.send("Well?").isOk()).isTrue();
            AiReturn cached = ai.send("Well?");
            assertThat(cached.text()).isEqualTo("Yes.");
            assertThat(model.calls()).as("the second answer is the cache's").hasSize(1);
            confidential.set(true);
            assertThat(ai.send("Well?").error().map(AiError::code)).contains("confidential");
        }
    }

    @Test
    @DisplayName("F13 an added policy of the role ATTEMPT sees attempts alone, and other added policies every call")
    void f13_policyOfAttempts_isNextToTheProvider() {
        model.fails(AiError.Category.OVERLOADED);
        try (AiRuntime ai = builder()
                .clock(VirtualClock.create())
                .cache(ResponseStore.inMemory(10))
                .addPolicy("each-call", noted("call"))
                .addPolicy("each-attempt", new Attempt(noted("attempt")))
                .build()) {
            assertThat(ranIn(ai)).containsExactly("early", "call", "audit", "late", "attempt", "attempt");
        }
    }

    /** A policy that counts attempts. */
    private record Attempt(Policy policy) implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            return policy.around(call, next);
        }

        @Override
        public Role role() {
            return Role.ATTEMPT;
        }
    }
}
