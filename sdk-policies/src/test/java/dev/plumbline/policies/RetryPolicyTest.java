package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
    private static final AiError RATE = AiError.of(AiError.Category.RATE_LIMITED, "429", "slow down");
    private static final AiError CUT = AiError.of(AiError.Category.TRUNCATED, "cut", "the stream was cut");

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();

    private PolicyChain chain(RetryOptions options, double draw) {
        return PolicyChain.builder()
                .telemetry(fixture.clock)
                .addPolicy("retry", Policies.retry(options, fixture.clock, () -> draw))
                .build(provider);
    }

    private AiReturn send(AiCall call) {
        return chain(RetryOptions.ofDefaults(), 1).call(call);
    }

    private Instant in(Duration time) {
        return fixture.clock.instant().plus(time);
    }

    @Test
    void first_attempt_that_succeeds_waits_for_nothing() {
        provider.says("ok");
        AiReturn ret = send(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("ok");
        assertThat(fixture.clock.waits()).isEmpty();
        assertThat(ret.trace().note("retry")).isEmpty();
    }

    @Test
    @Tag("SH48")
    @Tag("SH54")
    void delays_double_up_to_the_longest() {
        IntStream.range(0, 7).forEach(i -> provider.fails(AiError.Category.SERVER));
        provider.says("ok");
        RetryOptions patient =
                new RetryOptions(8, Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofMinutes(5));
        AiReturn ret = chain(patient, 1).call(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("ok");
        assertThat(fixture.clock.waits())
                .extracting(Duration::toMillis)
                .containsExactly(500L, 1000L, 2000L, 4000L, 4000L, 4000L, 4000L);
        assertThat(ret.trace().note("retry")).isEqualTo("attempt 8 of 8 after SERVER scripted");
    }

    @ParameterizedTest
    @Tag("SH48")
    @CsvSource({"1.0, 500, 1000, 2000", "0.5, 250, 500, 1000", "0.25, 125, 250, 500", "0.0, 50, 100, 200"})
    void delays_are_a_random_share_and_never_nothing(double draw, long first, long second, long third) {
        IntStream.range(0, 4).forEach(i -> provider.fails(AiError.Category.NETWORK));
        chain(RetryOptions.ofDefaults(), draw).call(fixture.call("hi"));
        assertThat(fixture.clock.waits()).extracting(Duration::toMillis).containsExactly(first, second, third);
    }

    @Test
    void equal_delays_do_not_grow() {
        IntStream.range(0, 3).forEach(i -> provider.fails(AiError.Category.NETWORK));
        Duration second = Duration.ofSeconds(1);
        chain(RetryOptions.ofDefaults().withAttempts(3).withDelays(second, second), 1)
                .call(fixture.call("hi"));
        assertThat(fixture.clock.waits()).containsExactly(second, second);
    }

    @Test
    @Tag("SH49")
    void attempts_used_up_return_the_last_failure_with_its_partial_content() {
        provider.fails(AiError.Category.NETWORK).failsAfter("so far", CUT);
        AiReturn ret = chain(RetryOptions.ofDefaults().withAttempts(2), 1).call(fixture.call("hi"));
        assertThat(ret.error()).contains(CUT);
        assertThat(ret.partialText()).isEqualTo("so far");
        assertThat(ret.trace().note("retry")).startsWith("attempt 2 of 2 after ");
        provider.expectPlayed();
    }

    @Test
    @DisplayName("N6 a request that got no answer is not silently billed twice")
    void n6_unansweredRequest_isRepeatedWithARemark() {
        AiError silent = AiError.of(AiError.Category.TIMEOUT_IDLE, "first-event", "no first event");
        provider.failsAfter("", silent).says("ok");
        AiReturn ret = send(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("ok");
        assertThat(ret.trace().note("retry")).contains("attempt 2 of 4", "both requests may be billed");
    }

    @Test
    void n6_unansweredRequest_isNotRepeatedIfForbidden() {
        AiError silent = AiError.of(AiError.Category.TIMEOUT_IDLE, "first-event", "no first event");
        provider.failsAfter("", silent);
        AiReturn ret =
                chain(RetryOptions.ofDefaults().withRepeatUnanswered(false), 1).call(fixture.call("hi"));
        assertThat(ret.error()).contains(silent);
        assertThat(ret.trace().note("retry")).contains("not retried", "may be billed");
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void one_attempt_means_never_again() {
        provider.fails(AiError.Category.NETWORK);
        chain(RetryOptions.ofDefaults().withAttempts(1), 1).call(fixture.call("hi"));
        assertThat(provider.calls()).hasSize(1);
    }

    @ParameterizedTest
    @Tag("SH49")
    @Tag("F30")
    @EnumSource(AiError.Category.class)
    void only_what_passes_by_itself_is_tried_again(AiError.Category category) {
        Set<AiError.Category> passing = Set.of(
                AiError.Category.NETWORK,
                AiError.Category.TIMEOUT_CONNECT,
                AiError.Category.TIMEOUT_IDLE,
                AiError.Category.RATE_LIMITED,
                AiError.Category.OVERLOADED,
                AiError.Category.SERVER,
                AiError.Category.TRUNCATED);
        provider.failsWith(AiError.of(category, "x", "y").withRetryable(true)).says("ok");
        assertThat(send(fixture.call("hi")).isOk()).isEqualTo(passing.contains(category));
    }

    @Test
    @Tag("F31")
    @DisplayName("29 rate limit that says not retryable is final")
    void error_that_is_not_retryable_is_final() {
        provider.failsWith(RATE.withRetryable(false)).says("ok");
        assertThat(send(fixture.call("hi")).error()).contains(RATE.withRetryable(false));
    }

    @Test
    @Tag("F23")
    @DisplayName("23 retry wanted after text was shown: not retried, partial kept")
    void delivered_content_is_never_retried() {
        fixture.view.delivers = true;
        provider.failsAfter("Once upon", CUT).says("never");
        AiReturn ret = send(fixture.call("hi"));
        assertThat(provider.calls()).hasSize(1);
        assertThat(ret.error()).contains(CUT);
        assertThat(ret.partialText()).isEqualTo("Once upon");
        assertThat(fixture.view.shown().partialText()).isEqualTo("Once upon");
        assertThat(ret.trace().note("retry")).isEqualTo("attempt 1 of 4, not retried: content was delivered");
    }

    @Test
    void content_that_crossed_but_was_not_delivered_is_taken_back() {
        provider.failsAfter("Once upon", CUT).says("Once", " more");
        AiReturn ret = send(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("Once more");
        assertThat(fixture.view.resets()).isEqualTo(1);
        assertThat(fixture.view.shown().interactions()).isEqualTo(ret.interactions());
    }

    @Test
    void hidden_content_is_retried_although_the_view_would_deliver() {
        fixture.view.delivers = true;
        provider.failsAfter("Once upon", CUT).says("Once more");
        AiReturn ret =
                send(fixture.call(AiBody.of("hi")).reveal(Reveal.WHEN_COMPLETE).build());
        assertThat(ret.text()).isEqualTo("Once more");
        assertThat(fixture.view.resets()).isZero();
    }

    @ParameterizedTest(name = "asked for {0} ms, waits {1} ms")
    @DisplayName("27 wait the provider asks for")
    @CsvSource({"1, 500", "200, 500", "501, 501", "1500, 1500", "60000, 60000", "119999, 119999"})
    void wait_asked_for_is_waited(long askedMillis, long expectedMillis) {
        provider.failsWith(RATE.withRetryAt(in(Duration.ofMillis(askedMillis)))).says("ok");
        assertThat(send(fixture.call("hi")).isOk()).isTrue();
        assertThat(fixture.clock.waits()).containsExactly(Duration.ofMillis(expectedMillis));
    }

    @ParameterizedTest
    @Tag("F27")
    @DisplayName("27 wait asked for beyond the cap: fails at once and says when")
    @ValueSource(longs = {120_001, 198_300_000, Long.MAX_VALUE / 1_000_000})
    void wait_beyond_the_cap_fails_at_once(long askedMillis) {
        Instant at = in(Duration.ofMillis(askedMillis));
        provider.failsWith(RATE.withRetryAt(at)).says("never");
        RetryOptions patient = RetryOptions.ofDefaults().withTotal(Duration.ofDays(400_000));
        AiReturn ret = chain(patient, 1).call(fixture.call("hi"));
        assertThat(fixture.clock.waits()).isEmpty();
        assertThat(provider.calls()).hasSize(1);
        assertThat(ret.error().orElseThrow().retryAt()).contains(at);
        assertThat(ret.trace().note("retry")).startsWith("attempt 1 of 4, not retried: the provider asks");
    }

    @Test
    @DisplayName("27 wait asked for beyond the options' total: fails at once and says when")
    void wait_beyond_the_total_fails_at_once() {
        Instant at = in(Duration.ofSeconds(31));
        provider.pauses(Duration.ofSeconds(10))
                .failsWith(RATE.withRetryAt(at.plusSeconds(10)))
                .says("never");
        AiReturn ret = chain(RetryOptions.ofDefaults().withTotal(Duration.ofSeconds(40)), 1)
                .call(fixture.call("hi"));
        assertThat(provider.calls()).hasSize(1);
        assertThat(ret.error().orElseThrow().retryAt()).contains(at.plusSeconds(10));
    }

    @Test
    @DisplayName("27 wait asked for beyond the turn's time: fails at once and says when")
    void wait_beyond_the_budget_fails_at_once() {
        BudgetTracker spending =
                BudgetTracker.of(Budget.ofDefaults().withTime(Duration.ofSeconds(5)), fixture.clock::nanoTime);
        Instant at = in(Duration.ofSeconds(6));
        provider.failsWith(RATE.withRetryAt(at)).says("never");
        AiReturn ret = send(fixture.call(AiBody.of("hi")).budget(spending).build());
        assertThat(provider.calls()).hasSize(1);
        assertThat(ret.error().orElseThrow().retryAt()).contains(at);
    }

    @Test
    void own_delay_beyond_the_total_says_when_to_come_back() {
        provider.fails(AiError.Category.SERVER).says("never");
        AiReturn ret = chain(RetryOptions.ofDefaults().withTotal(Duration.ofMillis(499)), 1)
                .call(fixture.call("hi"));
        assertThat(ret.error().orElseThrow().retryAt()).contains(in(Duration.ofMillis(500)));
        assertThat(provider.calls()).hasSize(1);
    }

    @ParameterizedTest
    @Tag("F28")
    @DisplayName("28 retryAt that makes no sense: own backoff, no hot loop")
    @ValueSource(
            strings = {
                "-1000000000-01-01T00:00:00Z",
                "1970-01-01T00:00:00Z",
                "2025-12-31T23:59:59.999Z",
                "2026-01-01T00:00:00Z"
            })
    void senseless_retry_at_backs_off_by_itself(String at) {
        IntStream.range(0, 4).forEach(i -> provider.failsWith(RATE.withRetryAt(Instant.parse(at))));
        chain(RetryOptions.ofDefaults(), 0).call(fixture.call("hi"));
        assertThat(provider.calls()).hasSize(4);
        assertThat(fixture.clock.waits()).extracting(Duration::toMillis).containsExactly(50L, 100L, 200L);
    }

    @Test
    @DisplayName("28 retryAt at the end of time: fails at once")
    void retry_at_the_end_of_time_fails_at_once() {
        provider.failsWith(RATE.withRetryAt(Instant.MAX)).says("never");
        AiReturn ret = send(fixture.call("hi"));
        assertThat(ret.error().orElseThrow().retryAt()).contains(Instant.MAX);
        assertThat(fixture.clock.waits()).isEmpty();
    }

    @Test
    @Tag("SH56")
    @Tag("F32")
    @DisplayName("32 retry storm: 200 sessions share ten retries and a tenth of their calls")
    void outage_is_not_made_worse() {
        IntStream.range(0, 2000).forEach(i -> provider.fails(AiError.Category.OVERLOADED));
        PolicyChain chain = chain(RetryOptions.ofDefaults(), 1);
        IntStream.range(0, 200).forEach(i -> chain.call(fixture.call("hi " + i)));
        assertThat(provider.calls()).hasSizeLessThanOrEqualTo(200 + 20 + 10).hasSizeGreaterThan(200);
    }

    @Test
    void retries_that_help_do_not_use_the_allowance_up() {
        PolicyChain chain = chain(RetryOptions.ofDefaults(), 1);
        for (int i = 0; i < 100; i++) {
            provider.fails(AiError.Category.NETWORK).says("ok");
            assertThat(chain.call(fixture.call("hi " + i)).isOk()).isTrue();
        }
    }

    @Test
    @Tag("F33")
    @DisplayName("33 retry inside retry: attempts do not multiply")
    void inner_retry_leaves_it_to_the_outer_one() {
        IntStream.range(0, 20).forEach(i -> provider.fails(AiError.Category.SERVER));
        Policy outer = Policies.retry(RetryOptions.ofDefaults(), fixture.clock, () -> 1);
        Policy inner = Policies.retry(RetryOptions.ofDefaults(), fixture.clock, () -> 1);
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("outer", outer)
                .addPolicy("inner", inner)
                .build(provider);
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(provider.calls()).hasSize(4);
        assertThat(ret.trace().note("inner")).isEqualTo("left to the outer retry policy");
    }

    @Test
    @Tag("SH48")
    @Tag("SH54")
    @Tag("SH107")
    @Tag("F34")
    @DisplayName("34 attempts of one send carry one identity, the next send another")
    void attempts_of_one_send_carry_one_identity() {
        provider.fails(AiError.Category.SERVER).says("ok").says("ok");
        PolicyChain chain = chain(RetryOptions.ofDefaults(), 1);
        chain.call(fixture.call(AiBody.of("hi"))
                .ids(new CallIds("s", "t", 1, "r1"))
                .build());
        chain.call(fixture.call(AiBody.of("hi"))
                .ids(new CallIds("s", "t", 1, "r2"))
                .build());
        assertThat(provider.calls())
                .extracting(call -> call.ids().request() + call.fingerprint())
                .satisfies(
                        keys -> assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2)));
    }

    @Test
    void usage_of_all_attempts_is_summed() {
        provider.streams(List.of(new AiDelta.UsageReport(Usage.of(7, 3))))
                .fails(AiError.Category.SERVER)
                .says("ok");
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("retry", Policies.retry(RetryOptions.ofDefaults(), fixture.clock, () -> 1))
                .addResponsePolicy(
                        "fail first", (ret, call) -> ret.interactions().isEmpty() ? ret.withError(CUT) : ret)
                .build(provider);
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(ret.usage()).isEqualTo(Usage.of(17, 4).withCalls(2));
        assertThat(fixture.view.shown().usage()).isEqualTo(ret.usage());
    }

    @Test
    @Tag("SH47")
    @Tag("F122")
    void cancel_during_a_wait_ends_it_at_once() {
        provider.failsAfter("part", CUT).says("never");
        fixture.clock.schedule(Duration.ofMillis(100), () -> fixture.cancellation.cancel("enough"));
        AiReturn ret = send(fixture.call("hi"));
        assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(ret.partialText()).isEqualTo("part");
        assertThat(fixture.clock.nanoTime()).isEqualTo(Duration.ofMillis(100).toNanos());
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void expiry_during_a_wait_is_a_timeout() {
        provider.fails(AiError.Category.NETWORK).says("never");
        fixture.clock.schedule(Duration.ofMillis(100), () -> fixture.cancellation.expire("the turn's time is up"));
        assertThat(send(fixture.call("hi")).error().orElseThrow().category()).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
    }

    @Test
    @Tag("SH50")
    void telemetry_hears_of_every_failure_and_wait() {
        Instant start = fixture.clock.instant();
        provider.fails(AiError.Category.NETWORK)
                .failsWith(RATE.withRetryAt(start.plusSeconds(3)))
                .says("ok");
        send(fixture.call("hi"));
        CallIds ids = CallIds.NONE;
        Instant second = start.plusMillis(500);
        assertThat(fixture.events)
                .filteredOn(event ->
                        event instanceof TelemetryEvent.AttemptFailed || event instanceof TelemetryEvent.WaitStarted)
                .containsExactly(
                        new TelemetryEvent.AttemptFailed(ids, start, 1, AiError.Category.NETWORK),
                        new TelemetryEvent.WaitStarted(ids, start, second, TelemetryName.of("backoff")),
                        new TelemetryEvent.AttemptFailed(ids, second, 2, AiError.Category.RATE_LIMITED),
                        new TelemetryEvent.WaitStarted(
                                ids, second, start.plusSeconds(3), TelemetryName.of("retry-after")));
        assertThat(fixture.records()).singleElement().satisfies(record -> {
            assertThat(record.retried()).containsExactly(AiError.Category.NETWORK, AiError.Category.RATE_LIMITED);
            assertThat(record.waits())
                    .containsExactly(
                            new CallRecord.Wait(TelemetryName.of("backoff"), Duration.ZERO, Duration.ofMillis(500)),
                            new CallRecord.Wait(
                                    TelemetryName.of("retry-after"), Duration.ofMillis(500), Duration.ofMillis(2_500)));
        });
    }

    @Test
    void retrying_starts_no_thread() {
        provider.fails(AiError.Category.NETWORK).says("ok");
        LeakDetector watch = LeakDetector.watch();
        send(fixture.call("hi"));
        watch.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("Failsafe"));
    }
}
