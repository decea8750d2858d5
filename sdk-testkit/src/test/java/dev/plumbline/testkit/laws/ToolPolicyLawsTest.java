package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of tool policies catches the one that breaks it, and says law, call and fix. */
class ToolPolicyLawsTest {
    private static final Json WALL = Json.object().with("length", 5000);
    private static final ToolEnvelope DRAWN = ToolEnvelope.ok("w1");
    private static final ToolEnvelope BROKE = ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The plan is locked.");

    private static ToolPolicyLaws of(ToolPolicy policy) {
        return () -> policy;
    }

    private static void assertCaught(ThrowingCallable law, String name, String fix) {
        assertThatThrownBy(law)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: " + name)
                .hasMessageContaining(" {\"length\":5000}, the tool answers {\"ok\":")
                .hasMessageContaining(fix);
    }

    @Test
    void policyThatAsksTwice_isCaught() {
        ToolPolicy twice = (call, next) -> next.proceed(call).isOk() ? next.proceed(call) : BROKE;

        assertCaught(() -> of(twice).tool_runs_once_at_most(WALL, DRAWN), "the tool runs once at most", "idempotent");
    }

    @Test
    void policyThatAsksElsewhere_isCaught() {
        ToolPolicy elsewhere =
                (call, next) -> ConcurrentRunner.begin(() -> next.proceed(call)).join();

        assertCaught(
                () -> of(elsewhere).tool_runs_once_at_most(WALL, DRAWN), "the tool runs once at most", "on the thread");
    }

    @Test
    @Tag("SH93")
    void denialAfterTheRun_isCaught() {
        ToolPolicy late = (call, next) ->
                next.proceed(call).isOk() ? ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "Not allowed here.") : BROKE;
        ToolPolicy honest = (call, next) -> late.around(call, next).withEffect(ToolEnvelope.Effect.DONE);

        assertCaught(() -> of(late).not_started_means_not_run(WALL, DRAWN), "not started means not run", "admit(…)");
        of(honest).not_started_means_not_run(WALL, DRAWN);
    }

    @Test
    void policyThatHidesFailures_isCaught() {
        ToolPolicy hiding = (call, next) -> next.proceed(call).isOk() ? DRAWN : ToolEnvelope.ok("never mind");

        assertCaught(() -> of(hiding).failures_stay_failures(WALL, BROKE), "failures stay failures", "return failed");
    }

    @Test
    void a5_policyThatWrapsWhatItSaysItDoesNot_isCaught() {
        ToolPolicy secret = new ToolPolicy() {
            @Override
            public boolean wraps(ToolDefinition tool) {
                return false;
            }

            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                return next.proceed(call).withMeta("seen", true);
            }
        };

        assertCaught(() -> of(secret).unwrapped_calls_pass(WALL, DRAWN), "unwrapped calls pass", "wraps(tool)");
        of((call, next) -> next.proceed(call).withMeta("seen", true)).unwrapped_calls_pass(WALL, DRAWN);
    }

    @Test
    void policyThatMakesItsOwnCall_isCaught() {
        ToolPolicy own = (call, next) -> next.proceed(new Borrowed(call).other());

        assertCaught(() -> of(own).call_stays_the_call(WALL, DRAWN), "the call stays the call", "withArguments");
        of((call, next) -> next.proceed(call.withArguments(Json.object()))).call_stays_the_call(WALL, DRAWN);
    }

    @Test
    void policyThatThrows_isCaught() {
        ToolPolicy throwing = (call, next) -> {
            throw new IllegalStateException("secret");
        };

        assertCaught(() -> of(throwing).nothing_escapes(WALL, DRAWN), "nothing escapes", "return an envelope");
    }

    @Test
    void policyThatIsDeafToCancel_isCaught() {
        CountDownLatch end = new CountDownLatch(1);
        ToolPolicy deaf = (call, next) ->
                Await.until(() -> end.getCount() == 0, Duration.ofMinutes(2)) ? DRAWN : next.proceed(call);

        ToolPolicyLaws impatient = new ToolPolicyLaws() {
            @Override
            public ToolPolicy toolPolicy() {
                return deaf;
            }

            @Override
            public Duration patience() {
                return Duration.ofMillis(50);
            }
        };

        assertCaught(() -> impatient.cancel_ends_it(WALL), "cancel ends it", "call.cancellation()");
        end.countDown();
    }

    @Test
    @DisplayName("C9 a tool policy that keeps an outcome for the next call is found")
    void c9_policyThatKeepsAnOutcome_isCaught() {
        ToolPolicyLaws laws = () -> {
            AtomicReference<ToolEnvelope> first = new AtomicReference<>();
            return (call, next) -> {
                ToolEnvelope outcome = next.proceed(call);
                first.compareAndSet(null, outcome);
                return first.get();
            };
        };

        assertThatThrownBy(() -> laws.calls_do_not_meet(WALL, Json.object(), DRAWN))
                .hasMessageContaining("law broken: calls do not meet")
                .hasMessageContaining("local variables");
    }

    @Test
    @DisplayName("C9 a tool policy whose priority changes is found")
    void c9_policyThatMoves_isCaught() {
        AtomicInteger calls = new AtomicInteger();
        ToolPolicy moving = new ToolPolicy() {
            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                calls.incrementAndGet();
                return next.proceed(call);
            }

            @Override
            public int priority() {
                return calls.get();
            }
        };

        assertCaught(
                () -> of(moving).what_it_says_of_itself_stays(WALL, DRAWN),
                "what it says of itself stays",
                "one priority");
    }

    /** Another call in the place of the one that was made. */
    private record Borrowed(ToolContext call) {
        ToolContext other() {
            return FakeToolContext.of("deleteWall", call.call().arguments());
        }
    }
}
