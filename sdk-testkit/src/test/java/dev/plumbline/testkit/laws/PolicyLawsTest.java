package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The laws hold for lawful policies, and each of them catches the policy that breaks it. */
class PolicyLawsTest {
    private static final List<AiDelta> STREAM =
            List.of(new AiDelta.Text("a se"), new AiDelta.Text("cret\n"), new AiDelta.Finish(FinishReason.STOP));

    @Test
    @Tag("SH32")
    void policyThatLooksAtSingleDeltas_breaksTheFold() {
        ResponsePolicy perDelta = ResponsePolicy.filter(call -> (delta, out) -> out.accept(
                delta instanceof AiDelta.Text text
                        ? new AiDelta.Text(text.text().replace("secret", "***"))
                        : delta));

        assertThatThrownBy(() -> laws(perDelta).final_answer_is_the_fold_of_what_was_shown(STREAM))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: final answer is the fold of what was shown")
                .hasMessageContaining("Text\"a se\", Text\"cret\\n\"")
                .hasMessageContaining("DeltaFilter.byLine");
    }

    @Test
    @Tag("H20")
    void policyThatPushesPastTheRunner_breaksTheFold() {
        AtomicReference<DeltaSink> view = new AtomicReference<>(DeltaSink.DISCARDING);
        Policy late = (call, next) -> {
            view.set(call.sink());
            return next.proceed(call);
        };
        PolicyProbe probe = PolicyProbe.run(late, STREAM);
        view.get().accept(new AiDelta.Text("late"));

        assertThat(probe.shown()).as("a probe is a value").isEqualTo(STREAM);
        assertThatThrownBy(() -> PolicyChecks.foldOfShown(
                        new PolicyProbe(STREAM, AiReturn.ofText("another")), LawAssertion.on("fold", STREAM)))
                .hasMessageContaining("push deltas only while around runs");
    }

    @Test
    @Tag("SH47")
    @Tag("SH59")
    void policyThatCounts_breaksSameResult() {
        AtomicInteger calls = new AtomicInteger();
        Policy counting = (ResponsePolicy) (ret, call) -> ret.mapText(text -> text + calls.incrementAndGet());

        assertThatThrownBy(() -> laws(counting).same_call_same_result(STREAM))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("same call, same result")
                .hasMessageContaining("store nothing between calls");
    }

    @Test
    void m9_policyThatCountsWhatItSends_breaksSameRequest_andKeepsSameResult() {
        AtomicInteger calls = new AtomicInteger();
        Policy alternating = (call, next) -> next.proceed(
                calls.getAndIncrement() % 2 == 0 ? call.withAdded(new Interaction.System("Be brief.")) : call);

        laws(alternating).same_call_same_result(STREAM);
        assertThatThrownBy(() -> laws(alternating).same_call_same_request(STREAM))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("same call, same request")
                .hasMessageContaining("Be brief.")
                .hasMessageContaining("decide by the call alone");
    }

    @Test
    void m9_promptCacheHintThatChanges_breaksSameRequest() {
        AtomicInteger calls = new AtomicInteger();
        Policy alternating = (call, next) -> next.proceed(call.withAttribute(
                PromptCacheHint.KEY,
                new PromptCacheHint(calls.getAndIncrement() == 0, List.of(), PromptCacheHint.Retention.SHORT)));

        assertThatThrownBy(() -> laws(alternating).same_call_same_request(STREAM))
                .hasMessageContaining("same call, same request");
    }

    @Test
    void m9_policyThatSendsNothingAgain_keepsSameRequest() {
        AtomicReference<AiReturn> kept = new AtomicReference<>();
        Policy cache = (call, next) -> kept.updateAndGet(known -> known == null ? next.proceed(call) : known);

        laws(cache).same_call_same_request(STREAM);
    }

    @Test
    void policyThatSendsAnotherBody_breaksTheBodyLaw() {
        Policy other = (call, next) -> next.proceed(AiCall.builder(AiBody.of("else"), call.model())
                .sink(call.sink())
                .build());

        assertThatThrownBy(() -> laws(other).stored_body_is_untouched(STREAM))
                .hasMessageContaining("stored body is untouched")
                .hasMessageContaining("withEffective");
    }

    @Test
    void policyThatAsksTwice_mustSaySo() {
        Policy twice = (call, next) -> {
            next.proceed(call);
            return next.proceed(call);
        };

        assertThatThrownBy(() -> laws(twice).next_is_called_once_unless_it_repeats(STREAM))
                .hasMessageContaining("next is called once")
                .hasMessageContaining("override mayRepeat()");
    }

    @Test
    void policyThatThrows_isCaughtByTheSameLaw() {
        Policy throwing = (call, next) -> {
            throw new IllegalStateException("secret");
        };

        assertThatThrownBy(() -> laws(throwing).next_is_called_once_unless_it_repeats(STREAM))
                .hasMessageContaining("probed threw java.lang.IllegalStateException")
                .hasMessageNotContaining("secret\"");
    }

    @Test
    void policyThatHidesFailures_breaksTheErrorLaw() {
        Policy hiding = (call, next) -> {
            AiReturn ret = next.proceed(call);
            return ret.isOk() ? ret : AiReturn.ofText(ret.partialText());
        };

        assertThatThrownBy(() -> laws(hiding).errors_pass_through(STREAM, AiError.Category.TRUNCATED))
                .hasMessageContaining("errors pass through")
                .hasMessageContaining("TRUNCATED became");
    }

    @Test
    @Tag("SH47")
    @Tag("H21")
    void policyThatWaitsBesideTheCancellation_breaksTheErrorLaw() {
        CountDownLatch never = new CountDownLatch(1);
        Policy deaf = (call, next) -> {
            AiReturn ret = next.proceed(call);
            Await.until(
                    () -> never.getCount() == 0, Duration.ofMinutes(ret.status() == AiReturn.Status.CANCELLED ? 2 : 0));
            return ret;
        };

        PolicyLaws impatient = new PolicyLaws() {
            @Override
            public Policy policy() {
                return deaf;
            }

            @Override
            public Duration patience() {
                return Duration.ofMillis(500);
            }
        };

        assertThatThrownBy(() -> impatient.each_error_and_cancel_pass_through(AiError.Category.TRUNCATED))
                .hasMessageContaining("did not end")
                .hasMessageContaining("call.cancellation().sleep");
        never.countDown();
    }

    @Test
    void policyThatReadsTextOfFailures_breaksThePartialLaw() {
        Policy reading =
                (ResponsePolicy) (ret, call) -> AiReturn.ofText(ret.text().strip());

        assertThatThrownBy(() -> laws(reading).partial_answers_are_handled_like_whole_ones(STREAM))
                .hasMessageContaining("partial answers")
                .hasMessageContaining("use partialText()");
    }

    @Test
    void probe_showsWhatTheViewEverSaw() {
        PolicyProbe probe = PolicyProbe.run((ResponsePolicy) (ret, call) -> ret.mapText(text -> "clean"), STREAM);

        assertThat(probe.ret().text()).isEqualTo("clean");
        assertThat(probe.everShown()).isEqualTo("a secret\nclean");
    }

    private static PolicyLaws laws(Policy policy) {
        return () -> policy;
    }
}
