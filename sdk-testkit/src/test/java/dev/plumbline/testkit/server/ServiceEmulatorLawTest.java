package dev.plumbline.testkit.server;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of the emulated service, for conversations that grow and are marked anywhere. */
class ServiceEmulatorLawTest {

    /**
     * A turn.
     *
     * @param words how often the words of its question are repeated
     * @param marked whether the end of the request is marked
     * @param seconds the time until the next one
     */
    record Turn(int words, boolean marked, int seconds) {}

    @Provide
    Arbitrary<List<Turn>> turns() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 300),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 500))
                .as(Turn::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    @Property(tries = 200)
    @Label("Bill: who only appends is never refused, begins nothing anew, and pays no less than the least")
    boolean appended(@ForAll("turns") List<Turn> turns) {
        VirtualClock clock = VirtualClock.create();
        ServiceEmulator service = ServiceEmulator.of(
                        AnthropicScript.create().says("Yes.").repeats())
                .clock(clock)
                .addModels(ServiceEmulatorTest.prices("anthropic:claude-opus-5-5"));
        List<Json> messages = new ArrayList<>();
        for (Turn turn : turns) {
            Json question = ServiceEmulatorTest.text("a wall of bricks ".repeat(turn.words));
            List<Json> sent = new ArrayList<>(messages);
            Json marked = question.with("cache_control", Json.object().with("type", "ephemeral"));
            sent.add(ServiceEmulatorTest.message("user", List.of(turn.marked ? marked : question)));
            messages.add(ServiceEmulatorTest.message("user", List.of(question)));
            Json request = Json.object().with("model", "claude-opus-5-5").with("messages", sent);
            Json answer = ServiceEmulatorTest.body(service.apply(ServiceEmulatorTest.request("/messages", request)));
            messages.add(ServiceEmulatorTest.message("assistant", answer.get("content")));
            clock.advance(Duration.ofSeconds(turn.seconds));
        }
        return isTrue(service, turns.size());
    }

    @Property(tries = 200)
    @Label("Bill: the same holds for a service that keeps beginnings by itself, whether writing is free or not")
    boolean appendedAtOpenAi(@ForAll("turns") List<Turn> turns, @ForAll boolean newer) {
        VirtualClock clock = VirtualClock.create();
        String model = newer ? "gpt-5.6-sol" : "gpt-5.4-mini";
        ServiceEmulator service = ServiceEmulator.of(
                        OpenAiResponsesScript.create().says("Yes.").repeats())
                .clock(clock)
                .addModels(ServiceEmulatorTest.prices("openai:" + model));
        List<Json> input = new ArrayList<>();
        for (Turn turn : turns) {
            input.add(ServiceEmulatorTest.message("user", "a wall of bricks ".repeat(turn.words)));
            Json request = Json.object()
                    .with("model", model)
                    .with("include", List.of("reasoning.encrypted_content"))
                    .with("input", input);
            Json answer = ServiceEmulatorTest.body(service.apply(ServiceEmulatorTest.request("/responses", request)));
            input.addAll(answer.get("output").elements());
            clock.advance(Duration.ofSeconds(turn.seconds));
        }
        return isTrue(service, turns.size());
    }

    private static boolean isTrue(ServiceEmulator service, int requests) {
        ServiceBill bill = service.bill();
        Usage usage = bill.usage();
        return bill.refused() == 0
                && bill.dropped() == 0
                && bill.beginnings().isEmpty()
                && bill.requests() == requests
                && usage.cachedInput() + usage.cacheWrites() <= usage.input()
                && bill.cost()
                                .orElseThrow()
                                .amount()
                                .compareTo(service.leastCost().orElseThrow().amount())
                        >= 0
                && service.leastCost().orElseThrow().amount().compareTo(atLeast(usage)) >= 0;
    }

    /** Returns what a service takes at least: everything read from a cache, by the prices of the test. */
    private static BigDecimal atLeast(Usage usage) {
        return BigDecimal.valueOf(usage.input() * 10 + usage.output() * 500).movePointLeft(8);
    }
}
