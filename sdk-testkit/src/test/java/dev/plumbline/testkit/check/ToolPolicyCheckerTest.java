package dev.plumbline.testkit.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of tool policies catches the one that breaks it, and says law, call and fix. */
class ToolPolicyCheckerTest {
    private static final Json WALL = Json.object().with("length", 5000);
    private static final ToolEnvelope DRAWN = ToolEnvelope.ok("w1");
    private static final ToolEnvelope BROKE = ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The plan is locked.");

    private static ToolPolicyChecker of(ToolPolicy policy) {
        return new ToolPolicyChecker(() -> policy);
    }

    private static void assertCaught(ThrowingCallable law, String name, String fix) {
        assertThatThrownBy(law)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: " + name)
                .hasMessageContaining("drawWall {\"length\":5000}, the tool answers {\"ok\":")
                .hasMessageContaining(fix);
    }

    @Test
    void policyThatAsksTwice_isCaught() {
        ToolPolicy twice = (call, next) -> next.proceed(call).isOk() ? next.proceed(call) : BROKE;

        assertCaught(() -> of(twice).toolRunsOnceAtMost(WALL, DRAWN), "the tool runs once at most", "idempotent");
    }

    @Test
    void policyThatAsksElsewhere_isCaught() {
        ToolPolicy elsewhere =
                (call, next) -> ConcurrentRunner.begin(() -> next.proceed(call)).join();

        assertCaught(
                () -> of(elsewhere).toolRunsOnceAtMost(WALL, DRAWN), "the tool runs once at most", "on the thread");
    }

    @Test
    @Tag("SH93")
    void denialAfterTheRun_isCaught() {
        ToolPolicy late = (call, next) ->
                next.proceed(call).isOk() ? ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "Not allowed here.") : BROKE;
        ToolPolicy honest = (call, next) -> late.around(call, next).withEffect(ToolEnvelope.Effect.DONE);

        assertCaught(() -> of(late).notStartedMeansNotRun(WALL, DRAWN), "not started means not run", "admit(…)");
        of(honest).notStartedMeansNotRun(WALL, DRAWN);
    }

    @Test
    void policyThatHidesFailures_isCaught() {
        ToolPolicy hiding = (call, next) -> next.proceed(call).isOk() ? DRAWN : ToolEnvelope.ok("never mind");

        assertCaught(() -> of(hiding).failuresStayFailures(WALL, BROKE), "failures stay failures", "return failed");
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

        assertCaught(() -> of(secret).unwrappedCallsPass(WALL, DRAWN), "unwrapped calls pass", "wraps(tool)");
        of((call, next) -> next.proceed(call).withMeta("seen", true)).unwrappedCallsPass(WALL, DRAWN);
    }

    @Test
    void policyThatMakesItsOwnCall_isCaught() {
        ToolPolicy own = (call, next) -> next.proceed(new Borrowed(call).other());

        assertCaught(() -> of(own).callStaysTheCall(WALL, DRAWN), "the call stays the call", "withArguments");
        of((call, next) -> next.proceed(call.withArguments(Json.object()))).callStaysTheCall(WALL, DRAWN);
    }

    @Test
    void policyThatThrows_isCaught() {
        ToolPolicy throwing = (call, next) -> {
            throw new IllegalStateException("secret");
        };

        assertCaught(() -> of(throwing).nothingEscapes(WALL, DRAWN), "nothing escapes", "return an envelope");
    }

    @Test
    void policyThatIsDeafToCancel_isCaught() {
        CountDownLatch end = new CountDownLatch(1);
        ToolPolicy deaf = (call, next) ->
                Await.until(() -> end.getCount() == 0, Duration.ofMinutes(2)) ? DRAWN : next.proceed(call);

        assertCaught(() -> of(deaf).cancelEndsIt(WALL, Duration.ofMillis(50)), "cancel ends it", "call.cancellation()");
        end.countDown();
    }

    /** Another call in the place of the one that was made. */
    private record Borrowed(ToolContext call) {
        ToolContext other() {
            return FakeToolContext.of("deleteWall", call.call().arguments());
        }
    }
}
