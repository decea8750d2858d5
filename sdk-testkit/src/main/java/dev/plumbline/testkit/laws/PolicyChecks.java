package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Checks that the laws of policies and of providers share. */
final class PolicyChecks {
    private PolicyChecks() {}

    /** Returns the probe after checking that its return is the fold of the shown deltas. */
    static PolicyProbe foldOfShown(PolicyProbe probe, LawAssertion verdict) {
        AiReturn shown = AiReturn.builder().deltas(probe.shown()).build();
        verdict.check(
                shown.interactions().equals(probe.ret().interactions())
                        && shown.finish() == probe.ret().finish()
                        && shown.usage().equals(probe.ret().usage()),
                "shown " + LawAssertion.show(shown) + ", returned " + LawAssertion.show(probe.ret()),
                "push deltas only while around runs, on its thread, through call.sink() or a sink it was given");
        return probe;
    }

    /** Returns what the task returns, after checking that it ends within that time. */
    static <T> T inTime(Supplier<T> task, Duration patience, LawAssertion verdict) {
        CompletableFuture<T> running = ConcurrentRunner.begin(task);
        try {
            return running.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw verdict.violation(
                    "a call that did not end within " + patience.toMillis() + " ms",
                    "end every loop, and wait only with call.cancellation().sleep(…)");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            if (e.getCause() instanceof Error broken) {
                throw broken;
            }
            throw new IllegalStateException("the probe threw", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the law was interrupted", e);
        }
    }

    /** Returns the result of a chain of that policy alone, of one message, at a time of a clock. */
    static PolicyProbe run(Policy policy, String message, AiProvider provider, VirtualClock clock) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(AiBody.of(message), ModelId.parse("scripted:script"))
                .cancellation(Cancellation.create(clock))
                .sink(shown::add)
                .build()
                .withAttribute(AiCall.SCHEDULER, clock);
        AiReturn ret = PolicyChain.builder()
                .addPolicy("probed", policy)
                .build(provider)
                .call(call);
        return new PolicyProbe(shown, ret);
    }

    /** Returns a provider that waits before its answer until that many calls have come, or a moment has passed. */
    static AiProvider together(CyclicBarrier all, String... pieces) {
        ScriptedProvider right = ScriptedProvider.create().says(pieces).repeats();
        return new AiProvider() {
            @Override
            public String id() {
                return right.id();
            }

            @Override
            public String defaultModel() {
                return right.defaultModel();
            }

            @Override
            public AiReturn call(AiCall call) {
                try {
                    all.await(100, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (BrokenBarrierException | TimeoutException alone) {
                    // a policy let fewer calls through
                }
                return right.call(call);
            }
        };
    }

    static boolean sameContent(AiReturn one, AiReturn other) {
        return one.interactions().equals(other.interactions())
                && one.finish() == other.finish()
                && one.isOk() == other.isOk();
    }
}
