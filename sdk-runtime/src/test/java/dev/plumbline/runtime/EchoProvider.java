package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** A service that answers with the question, after failures that a test decides, and counts what it was asked. */
final class EchoProvider implements AiProvider {
    final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    private final BiFunction<String, Integer, AiReturn> answer;

    EchoProvider(BiFunction<String, Integer, AiReturn> answer) {
        this.answer = answer;
    }

    @Override
    public String id() {
        return "echo";
    }

    @Override
    public String defaultModel() {
        return "small";
    }

    @Override
    public AiReturn call(AiCall call) {
        String question = call.body().interactions().get(0).toJson().text();
        String text = question.replaceAll("\\D+", "");
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return answer.apply(
                    text,
                    asked.computeIfAbsent(text, each -> new AtomicInteger()).incrementAndGet());
        } finally {
            running.decrementAndGet();
        }
    }

    static AiReturn answer(String text) {
        return AiReturn.ofText(text).withUsage(Usage.of(10, 5));
    }

    static AiReturn failure(AiError.Category category) {
        return AiReturn.failed(AiError.of(category, "scripted", "the service says no"));
    }

    static List<AiBody> bodies(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(each -> AiBody.of(String.valueOf(each)))
                .toList();
    }

    static AiRuntime runtime(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .clock(VirtualClock.create())
                .build();
    }
}
