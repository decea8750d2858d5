package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.internal.RequestName;
import dev.plumbline.event.AiError;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A batch asks each body once, and knows afterwards which were answered. */
@Timeout(60)
class BatchTest {
    @TempDir
    private Path folder;

    private static List<String> texts(Path file) throws IOException {
        try (Stream<Batch.Answer> answers = Batch.read(file)) {
            return answers.map(each -> each.line() + "=" + each.ret().partialText())
                    .sorted()
                    .toList();
        }
    }

    @Test
    @DisplayName("F17 a batch of a runtime writes an answer for each body, and goes on after a line that was cut off")
    void f17_batch_goesOnWhereItWas() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.answer(text));
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress first = ai.batch(EchoProvider.bodies(20)).writeTo(file);
            assertThat(first.isComplete()).isTrue();
            assertThat(first.usage().total()).isEqualTo(20 * 15);

            String whole = Files.readString(file);
            Files.writeString(file, whole.substring(0, whole.length() - 30));
            assertThat(texts(file)).hasSize(19);
            Batch.Progress again = ai.batch(EchoProvider.bodies(20)).writeTo(file);

            assertThat(again.isComplete()).isTrue();
            assertThat(again.usage().total()).as("of both runs").isEqualTo(20 * 15);
            assertThat(service.asked.values().stream()
                            .mapToInt(AtomicInteger::get)
                            .sum())
                    .isEqualTo(21);
            assertThat(texts(file)).hasSize(20).contains("1=1", "20=20");
        }
    }

    @Test
    @DisplayName("F17 a file of bodies is checked before the first call, and answers of other bodies are refused")
    void f17_inputThatChanged_isRefused() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        Path in = Files.writeString(
                folder.resolve("in.jsonl"), AiBody.of("1").toJson().text() + "\n{\"interactions\":7}\n");
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.answer(text));
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ai.batch(in))
                    .withMessageContaining("line 2")
                    .withMessageContaining("/interactions");
            assertThat(service.asked).isEmpty();

            ai.batch(EchoProvider.bodies(2)).writeTo(file);
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            ai.batch(List.of(AiBody.of("1"), AiBody.of("3"))).writeTo(file))
                    .withMessageContaining("line 2: OUT has the result of another body");
        }
    }

    @Test
    @DisplayName("F17 a failure that stays is written; one that may pass is asked again by the next run")
    void f17_failures_areAskedAgainIfTheyMayPass() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        AtomicInteger run = new AtomicInteger(1);
        EchoProvider service = new EchoProvider((text, times) -> switch (text) {
            case "1" -> EchoProvider.failure(AiError.Category.INVALID_REQUEST);
            case "2" -> run.get() == 1 ? EchoProvider.failure(AiError.Category.SERVER) : EchoProvider.answer(text);
            default -> EchoProvider.answer(text);
        });
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress first = ai.batch(EchoProvider.bodies(3)).writeTo(file);
            assertThat(first).hasToString("1 of 3 answered, 2 failed, 15 tokens");

            run.set(2);
            Batch.Progress second = ai.batch(EchoProvider.bodies(3)).writeTo(file);
            assertThat(second).hasToString("2 of 3 answered, 1 failed, 30 tokens");
            assertThat(service.asked.get("1")).hasValue(1);
            assertThat(service.asked.get("3")).hasValue(1);
            assertThat(texts(file)).containsExactly("1=", "2=2", "3=3");
        }
    }

    @Test
    @DisplayName("T2 a refusal of a policy is in the file with its code, and the next run asks again")
    void t2_refusalOfAPolicy_isAskedAgain() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        AtomicInteger left = new AtomicInteger(2);
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.answer(text));
        Policy quota = (call, next) -> left.getAndDecrement() > 0
                ? next.proceed(call)
                : AiReturn.failed(
                        AiError.of(AiError.Category.BUDGET, "department", "the department has no tokens left"));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(service)
                .clock(VirtualClock.create())
                .addPolicy("quota", quota)
                .build()) {
            Batch.Progress first =
                    ai.batch(EchoProvider.bodies(5)).withParallel(1).writeTo(file);
            assertThat(first.answered()).isEqualTo(2);
            assertThat(first.failed()).isEqualTo(3);
            try (Stream<Batch.Answer> answers = Batch.read(file)) {
                assertThat(answers.flatMap(each -> each.ret().error().stream()).map(AiError::code))
                        .as("T17")
                        .containsExactly("department", "department", "department");
            }

            left.set(5);
            assertThat(ai.batch(EchoProvider.bodies(5)).writeTo(file).isComplete())
                    .isTrue();
            assertThat(service.asked.values()).allMatch(asked -> asked.get() == 1);
        }
    }

    @Test
    @DisplayName("T2 a policy that refuses an answer that was paid for makes its line final")
    void t2_refusedAnswer_isNotPaidAgain() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.answer(text));
        Policy judge = (call, next) -> next.proceed(call)
                .withError(AiError.of(AiError.Category.POLICY_DENIED, "judge", "the answer is not allowed"));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(service)
                .clock(VirtualClock.create())
                .addPolicy("judge", judge)
                .build()) {
            for (int run = 0; run < 2; run++) {
                assertThat(ai.batch(EchoProvider.bodies(2)).writeTo(file).failed())
                        .isEqualTo(2);
            }
        }
        assertThat(service.asked.values()).allMatch(asked -> asked.get() == 1);
    }

    @Test
    @DisplayName(
            "T3 a request of a batch has the same key in the next process, and another one for another attempt or body")
    void t3_requestsOfABatch_haveTheirKeysInEveryProcess() throws IOException {
        List<List<String>> runs = new ArrayList<>();
        for (String process : List.of("first", "second")) {
            List<String> keys = new CopyOnWriteArrayList<>();
            EchoProvider service = new EchoProvider((text, times) -> text.equals("2") && times == 1
                    ? EchoProvider.failure(AiError.Category.SERVER)
                    : EchoProvider.answer(text));
            Policy seen = (call, next) -> {
                keys.add(RequestName.key(call, new byte[0]).orElse("none"));
                return next.proceed(call);
            };
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(service)
                    .clock(VirtualClock.create())
                    .retry(RetryOptions.ofDefaults().withAttempts(1))
                    .addPolicy("seen", seen)
                    .build()) {
                assertThat(ai.batch(EchoProvider.bodies(2))
                                .withParallel(1)
                                .writeTo(folder.resolve(process))
                                .isComplete())
                        .isTrue();
                ai.send("beside a batch");
            }
            runs.add(keys);
        }
        assertThat(runs.get(0))
                .hasSize(4)
                .doesNotHaveDuplicates()
                .endsWith("none")
                .isEqualTo(runs.get(1));
    }

    @Test
    @DisplayName("F17 a key that is refused ends the batch, and what was not asked is no failure")
    void f17_refusedKey_endsTheBatch() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.failure(AiError.Category.AUTHENTICATION));
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress end =
                    ai.batch(EchoProvider.bodies(100)).withParallel(4).writeTo(file);

            assertThat(end.failed()).isZero();
            assertThat(end.left()).isEqualTo(100);
            assertThat(end.stopped().orElseThrow().category()).isEqualTo(AiError.Category.AUTHENTICATION);
            assertThat(end).hasToString("0 of 100 answered, 100 left, 0 tokens; stopped: the service says no");
            assertThat(service.asked).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    @DisplayName("F17 cancelling a batch keeps what was answered, and the next run asks the rest")
    void f17_cancelledBatch_keepsItsAnswers() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        Cancellation cancellation = Cancellation.create();
        EchoProvider service = new EchoProvider((text, times) -> {
            if (text.equals("30")) {
                cancellation.cancel("the window closes");
            }
            return EchoProvider.answer(text);
        });
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress end = ai.batch(EchoProvider.bodies(100))
                    .withParallel(3)
                    .withCancellation(cancellation)
                    .writeTo(file);
            assertThat(end.stopped().orElseThrow().message()).isEqualTo("the window closes");
            assertThat(end.answered()).isGreaterThanOrEqualTo(27);
            assertThat(end.left()).isPositive();
            assertThat(end.failed()).isZero();

            assertThat(ai.batch(EchoProvider.bodies(100)).writeTo(file).isComplete())
                    .isTrue();
        }
        assertThat(texts(file)).hasSize(100);
    }

    @Test
    @DisplayName("F17 an interrupt ends the batch, keeps what was answered, and stays")
    void f17_interrupt_endsTheBatch() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        Thread own = Thread.currentThread();
        EchoProvider service = new EchoProvider((text, times) -> {
            if (text.equals("30") && times == 1) {
                own.interrupt();
            }
            return EchoProvider.answer(text);
        });
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress end = ai.batch(EchoProvider.bodies(10_000)).writeTo(file);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(end.left()).isPositive();
            assertThat(end.failed()).isZero();
            assertThat(end.stopped().orElseThrow().code()).isEqualTo("interrupted");
            assertThat(texts(file)).hasSize((int) end.answered());

            assertThat(ai.batch(EchoProvider.bodies(10_000)).writeTo(file).isComplete())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("F17 a runtime that is closed ends its batch in order")
    void f17_closedRuntime_endsTheBatch() throws IOException {
        Path file = folder.resolve("answers.jsonl");
        AiRuntime[] closing = new AiRuntime[1];
        EchoProvider service = new EchoProvider((text, times) -> {
            if (text.equals("10")) {
                new Thread(() -> closing[0].close()).start();
            }
            return EchoProvider.answer(text);
        });
        closing[0] = EchoProvider.runtime(service);
        Batch.Progress end =
                closing[0].batch(EchoProvider.bodies(100_000)).withParallel(2).writeTo(file);

        assertThat(end.left()).isPositive();
        assertThat(end.failed()).isZero();
        assertThat(end.stopped().orElseThrow().message()).isEqualTo("the runtime was closed");
        assertThat(texts(file)).hasSize((int) end.answered());
    }

    @Test
    @DisplayName("F17 an exception of the consumer ends the run and is thrown")
    void f17_consumerThatThrows_endsTheRun() {
        EchoProvider service = new EchoProvider((text, times) -> EchoProvider.answer(text));
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            assertThatThrownBy(() -> ai.batch(EchoProvider.bodies(1_000)).forEach(each -> {
                        throw new IllegalStateException("full");
                    }))
                    .hasMessage("full");
            assertThat(ai.sessions()).isEmpty();
        }
        assertThat(service.asked).hasSizeLessThan(1_000);
    }

    @Test
    @DisplayName("F17 the number of calls at a time falls when the service has no room, and rises again")
    void f17_throttledCalls_reduceTheNumberAtATime() {
        ParallelLimit limit = new ParallelLimit(16);
        List<Long> calls = IntStream.range(0, 16).mapToObj(i -> limit.begin()).toList();
        calls.forEach(call -> limit.ended(call, true));
        assertThat(limit.now()).as("all of one wave count once").isEqualTo(8);
        limit.ended(limit.begin(), true);
        limit.ended(limit.begin(), true);
        limit.ended(limit.begin(), true);
        limit.ended(limit.begin(), true);
        assertThat(limit.now()).isEqualTo(1);
        for (int i = 0; i < 150; i++) {
            limit.ended(limit.begin(), false);
        }
        assertThat(limit.now()).isEqualTo(16);
    }
}
