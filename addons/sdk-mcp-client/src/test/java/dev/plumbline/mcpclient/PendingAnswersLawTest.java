package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the order of answers, repeated answers, cancellations and the end: each request is completed once. */
class PendingAnswersLawTest {
    /** What happens, and to which request. */
    record Step(String what, int request) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<String> what = Arbitraries.of("send", "send", "answer", "answer", "cancel", "stray", "end");
        return what.flatMap(name -> Arbitraries.integers().between(1, 12).map(id -> new Step(name, id)))
                .list()
                .ofMaxSize(60);
    }

    @Property
    @Label("MC15 each call is answered once, whatever the order of answers, cancellations and deaths")
    void mc15_eachRequest_isCompletedOnce(@ForAll("steps") List<Step> steps) {
        PendingAnswers pending = new PendingAnswers();
        Map<Integer, CompletableFuture<Json>> sent = new LinkedHashMap<>();
        Map<Integer, AtomicInteger> completions = new LinkedHashMap<>();
        Map<Integer, String> first = new LinkedHashMap<>();
        boolean ended = false;
        for (Step step : steps) {
            int id = step.request();
            switch (step.what()) {
                case "send" -> {
                    if (!sent.containsKey(id)) {
                        CompletableFuture<Json> answer = pending.add(id);
                        completions.put(id, new AtomicInteger());
                        var unused = answer.whenComplete(
                                (value, failure) -> completions.get(id).incrementAndGet());
                        sent.put(id, answer);
                        first.merge(id, ended ? "end" : "", (old, now) -> old);
                    }
                }
                case "answer" -> {
                    boolean waits = sent.containsKey(id) && !sent.get(id).isDone();
                    assertThat(pending.answer(answer(id))).isEqualTo(waits);
                    if (waits) {
                        first.put(id, "answer");
                    }
                }
                case "cancel" -> {
                    CompletableFuture<Json> answer = sent.get(id);
                    if (answer != null && answer.completeExceptionally(cancelled())) {
                        first.put(id, "cancel");
                        assertThat(pending.answer(answer(id))).isFalse();
                    }
                }
                case "end" -> {
                    pending.end(McpFailure.of(McpFailure.Kind.LOST, "ended"));
                    sent.forEach(
                            (number, answer) -> first.merge(number, "end", (old, now) -> old.isEmpty() ? now : old));
                    ended = true;
                }
                default -> assertThat(pending.answer(answer(id + 1_000))).isFalse();
            }
        }
        pending.end(McpFailure.of(McpFailure.Kind.LOST, "ended"));

        assertThat(pending.size()).isZero();
        assertThat(sent.values()).allMatch(CompletableFuture::isDone);
        assertThat(completions.values()).allMatch(count -> count.get() == 1);
        first.forEach(
                (id, how) -> assertThat(sent.get(id).isCompletedExceptionally()).isEqualTo(!how.equals("answer")));
    }

    private static Json answer(long id) {
        return Json.object().with("jsonrpc", "2.0").with("id", id).with("result", Json.object());
    }

    private static McpFailure cancelled() {
        return McpFailure.of(McpFailure.Kind.CANCELLED, "cancelled");
    }

    @Property(tries = 20)
    @Label("MC15 a wait ends with its cancellation, also when no answer ever comes")
    void mc15_wait_ends(@ForAll boolean answered) {
        PendingAnswers pending = new PendingAnswers();
        dev.plumbline.call.Cancellation ends = dev.plumbline.call.Cancellation.create();
        CompletableFuture<Json> answer = pending.add(1);
        List<String> seen = new ArrayList<>();
        if (answered) {
            assertThat(pending.answer(answer(1))).isTrue();
        } else {
            ends.cancel("the test ends it");
        }
        try {
            seen.add(pending.await(1, answer, ends).get("id").text());
        } catch (McpFailure failed) {
            seen.add(failed.kind().name());
        }
        assertThat(seen).containsExactly(answered ? "1" : "CANCELLED");
        assertThat(pending.size()).isZero();
    }
}
