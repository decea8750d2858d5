package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.time.Scheduler;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A call that only reservations of calls in flight keep from its money waits for them. */
class SpendingWaitLawTest {
    /** A token costs one millionth; a call is estimated at 1,000 tokens of output and one of input. */
    private static final String PRICES = "{\"format\": \"plumbline-models/1\", \"models\": [{\"id\":"
            + " \"paid:one\", \"prices\": {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"1\","
            + " \"output\": \"1\", \"currency\": \"USD\"}}]}";

    /** Two programs look at each other's reservations by the clock of the system. */
    private final Scheduler time = Scheduler.system(Clock.systemUTC(), Thread::new);

    /** A service whose answers cost so many millionths. */
    private static final class Paid implements AiProvider {
        final AtomicInteger answered = new AtomicInteger();
        private final int tokens;

        Paid(int tokens) {
            this.tokens = tokens;
        }

        @Override
        public String id() {
            return "paid";
        }

        @Override
        public String defaultModel() {
            return "one";
        }

        @Override
        public AiReturn call(AiCall call) {
            Thread.yield();
            answered.incrementAndGet();
            return AiReturn.builder()
                    .interactions(List.of(new Interaction.Assistant(List.of(new Part.Text("yes")))))
                    .usage(Usage.of(0, tokens))
                    .model(call.model())
                    .build();
        }
    }

    private final ModelCatalog catalog =
            ModelCatalog.of(new ModelId("paid", "one"), List.of()).merged(PRICES.getBytes(StandardCharsets.UTF_8));

    private PolicyChain chain(String limit, BudgetStore store, AiProvider provider) {
        return PolicyChain.builder()
                .addPolicy(
                        "spending", Policies.spending(SpendingLimits.of("USD").withDay(limit), () -> catalog, store))
                .build(provider);
    }

    private AiCall call(Cancellation cancellation) {
        return AiCall.builder(AiBody.of("hi"), new ModelId("paid", "one"))
                .ids(new CallIds("s", "t", 1, "r"))
                .cancellation(cancellation)
                .build()
                .withAttribute(AiCall.SCHEDULER, time);
    }

    @Property(tries = 30)
    @Label("F16 callers at the same time spend a limit up to one estimate, and never more; also two programs")
    void f16_limit_isSpent(
            @ForAll @IntRange(min = 1, max = 12) int callers,
            @ForAll @IntRange(min = 1, max = 1_000) int tokens,
            @ForAll @IntRange(min = 2_000, max = 20_000) int limit,
            @ForAll boolean two) {
        BudgetStore store = Policies.localBudgets(time);
        Paid service = new Paid(tokens);
        String amount = "0." + String.format("%06d", limit);
        List<PolicyChain> programs = List.of(chain(amount, store, service), chain(amount, store, service));
        List<AiError> refusals = ConcurrentRunner.run(callers, number -> {
            PolicyChain own = programs.get(two ? number % 2 : 0);
            AiReturn ret = own.call(call(Cancellation.create(time)));
            while (ret.isOk()) {
                ret = own.call(call(Cancellation.create(time)));
            }
            return ret.error().orElseThrow();
        });
        long estimate = SpendingBudgets.units(SpendingPolicy.estimate(call(Cancellation.create()), catalog)
                        .orElseThrow()
                        .amount())
                / 1_000;
        long spent = (long) service.answered.get() * tokens;
        assertThat(spent).as(refusals.toString()).isLessThanOrEqualTo(limit);
        assertThat(spent)
                .as("what is left is less than one estimate" + refusals)
                .isGreaterThan(limit - estimate);
        assertThat(refusals).allSatisfy(error -> assertThat(error.code()).isEqualTo("spending-limit"));
    }
}
