package dev.plumbline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** An emulated service checks, keeps and bills as the documents of the services say. */
class ServiceEmulatorTest {
    private static final String BETA = "thinking-binding-controls-2026-08-01";
    private static final Json SHORT = Json.object().with("type", "ephemeral");
    private static final Json LONG = SHORT.with("ttl", "1h");

    private final VirtualClock clock = VirtualClock.create();

    /** Some 1,300 tokens of Claude, 1,000 of others. */
    private static String words(String seed) {
        return (seed + " and so on, and so forth. ").repeat(4_000 / (seed.length() + 26));
    }

    static ServerRequest request(String target, Json body, String... betas) {
        return new ServerRequest(
                "POST",
                "/v1" + target,
                "HTTP/1.1",
                betas.length == 0 ? Map.of() : Map.of("anthropic-beta", List.of(betas)),
                Blob.of(body.text().getBytes(StandardCharsets.UTF_8), "application/json"));
    }

    static Json body(ServerResponse response) {
        return Json.parse(response.piece(0, response.size()));
    }

    static boolean isRefused(ServerResponse response) {
        return new String(response.head(), StandardCharsets.UTF_8).startsWith("HTTP/1.1 400");
    }

    static Json message(String role, Object content) {
        return Json.object().with("role", role).with("content", content);
    }

    static Json text(String words) {
        return Json.object().with("type", "text").with("text", words);
    }

    @Nested
    class Anthropic {
        private final ServiceEmulator service = ServiceEmulator.of(
                        AnthropicScript.create().says("Yes.").repeats())
                .clock(clock);
        private final List<Json> messages = new ArrayList<>();
        private Json request = Json.object().with("model", "claude-opus-5-5").with("system", "You draw.");

        private Json ask(String question, String... betas) {
            messages.add(message("user", question));
            Json answer = send(betas);
            messages.add(message("assistant", answer.get("content")));
            return answer;
        }

        private Json send(String... betas) {
            return body(service.apply(request("/messages", request.with("messages", messages), betas)));
        }

        private boolean refuses(Json changed, String... betas) {
            return isRefused(service.apply(request("/messages", changed, betas)));
        }

        private Json next() {
            List<Json> all = new ArrayList<>(messages);
            all.add(message("user", "And?"));
            return request.with("messages", all);
        }

        @Test
        @DisplayName("P1 thinking behind other instructions, tools or messages is refused")
        void p1_changedPrefix_isRefused() {
            ask("One?");
            Json tool = Json.object().with("name", "draw").with("input_schema", Json.object());
            List<Json> rewritten = new ArrayList<>(next().get("messages").elements());
            rewritten.set(0, message("user", "Another one?"));

            assertThat(refuses(next())).isFalse();
            assertThat(refuses(next().with("system", "You write."))).isTrue();
            assertThat(refuses(next().with("tools", List.of(tool)))).isTrue();
            assertThat(refuses(next().with("messages", rewritten))).isTrue();
            assertThat(service.refused())
                    .allMatch(each -> each.startsWith("messages.1.content.0: Invalid `signature`"))
                    .extracting(each -> each.substring(each.lastIndexOf('(')))
                    .containsExactly("(SYSTEM)", "(TOOLS)", "(MESSAGES)");
            assertThat(service.bill().refused()).isEqualTo(3);
        }

        @Test
        @DisplayName("P1 marks of a cache, text in another form and other settings are no change")
        void p1_marks_areNoChange() {
            ask("One?");
            List<Json> marked = new ArrayList<>(next().get("messages").elements());
            marked.set(
                    0,
                    message(
                            "user",
                            List.of(Json.object()
                                    .with("text", "One?")
                                    .with("cache_control", SHORT)
                                    .with("type", "text"))));

            assertThat(refuses(next().with("messages", marked)
                            .with("system", List.of(text("You draw.").with("cache_control", SHORT)))
                            .with("max_tokens", 7)))
                    .isFalse();
        }

        @Test
        @DisplayName("P1 what no longer fits is dropped and named if the request asks for it with its beta")
        void p1_dropped() {
            ask("One?");
            ask("Two?");
            request = request.with("system", "You write.")
                    .with(
                            "thinking",
                            Json.object()
                                    .with("type", "adaptive")
                                    .with(
                                            "block_binding",
                                            Json.object().with("prefix_mismatch_behavior", "drop_block")));

            assertThat(refuses(next())).isTrue();
            assertThat(service.refused().get(0)).startsWith("thinking.block_binding: Extra inputs");
            Json third = ask("Three?", BETA);
            assertThat(third.at("/usage/input_tokens").asLong()).isLessThan(200); // two blocks of 100 are not billed
            assertThat(third.get("input_transformations").text())
                    .isEqualTo("[{\"type\":\"thinking_dropped\",\"path\":\"messages.1.content.0\","
                            + "\"reason\":\"prefix_binding_mismatch\"},{\"type\":\"thinking_dropped\","
                            + "\"path\":\"messages.3.content.0\",\"reason\":\"prefix_binding_mismatch\"}]");
            assertThat(service.dropped()).containsExactly("messages.1.content.0", "messages.3.content.0");
            assertThat(service.bill().beginnings()).isEqualTo(Map.of(ServiceBill.Part.SYSTEM, 1));
        }

        private void asks(String model, String key, String host) {
            messages.add(message("user", "Next?"));
            Map<String, List<String>> headers = Map.of("x-api-key", List.of(key), "host", List.of(host));
            Json asked = request.with("model", model).with("messages", messages);
            ServerResponse answer = service.apply(new ServerRequest(
                    "POST",
                    "/v1/messages",
                    "HTTP/1.1",
                    headers,
                    request("", asked).body()));
            if (!isRefused(answer)) {
                messages.add(message("assistant", body(answer).get("content")));
            }
        }

        @Test
        @DisplayName("P11 reasoning of other models and accounts is left out, and read when its own is back")
        void p11_readers() {
            service.reads("claude-opus-5-5", "claude-sonnet-5-5");
            asks("claude-opus-5-5", "key of one", "one");
            asks("claude-sonnet-5-5", "key of one", "one");
            asks("claude-opus-5-5", "key of two", "one");
            asks("claude-opus-5-5", "key of one", "one");

            assertThat(service.refused()).isEmpty();
            assertThat(service.dropped()).isEmpty();
            assertThat(service.read()).containsExactly(0, 0, 0, 2);
        }

        @Test
        @DisplayName("P11 reasoning that was signed at another address is refused")
        void p11_otherAddress() {
            asks("claude-opus-5-5", "key", "one");
            asks("claude-opus-5-5", "key", "two");

            assertThat(service.refused())
                    .singleElement()
                    .asString()
                    .startsWith("messages.1.content.0: Invalid `signature`");
            assertThat(service.read()).containsExactly(0);
        }

        @Test
        @DisplayName("P1 thinking at the beginning may be left out, and thinking between other thinking may not")
        void p1_leadingRun_mayBeLeftOut() {
            IntStream.range(0, 3).forEach(i -> ask("Question " + i));

            assertThat(refuses(without(1))).isFalse();
            assertThat(refuses(without(3))).isTrue();
        }

        private Json without(int message) {
            List<Json> all = new ArrayList<>(next().get("messages").elements());
            all.set(message, message("assistant", List.of(text("Yes."))));
            return request.with("messages", all);
        }

        @Test
        @DisplayName("P1 models before Claude 5.1 do not bind, and think when they are asked to")
        void p1_olderModels() {
            request = request.with("model", "claude-sonnet-4-6");
            assertThat(ask("One?").get("content").elements()).hasSize(1);
            request = request.with(
                    "thinking", Json.object().with("type", "enabled").with("budget_tokens", 2_000));
            assertThat(ask("Two?").get("content").elements()).hasSize(2);

            assertThat(refuses(next().with("system", "You write."))).isFalse();
        }

        private List<Json> system(Json mark) {
            return List.of(text(words("rules")).with("cache_control", mark));
        }

        private long read(Json answer) {
            return answer.at("/usage/cache_read_input_tokens").asLong();
        }

        private long written(Json answer) {
            return answer.at("/usage/cache_creation_input_tokens").asLong();
        }

        @Test
        @DisplayName("P8 what a mark has written is read within its life time, which each reading begins anew")
        void p8_lifeTimes() {
            request = request.with("system", system(SHORT));
            Json first = ask("One?");
            clock.advance(Duration.ofMinutes(4));
            Json second = ask("Two?");
            clock.advance(Duration.ofMinutes(4));
            Json third = ask("Three?");
            clock.advance(Duration.ofMinutes(6));
            Json fourth = ask("Four?");

            assertThat(written(first)).isGreaterThan(1_024);
            assertThat(first.at("/usage/cache_creation/ephemeral_5m_input_tokens")
                            .asLong())
                    .isEqualTo(written(first));
            assertThat(List.of(read(first), read(second), read(third), read(fourth)))
                    .containsExactly(0L, written(first), written(first), 0L);
            assertThat(List.of(written(second), written(third), written(fourth)))
                    .containsExactly(0L, 0L, written(first));
            assertThat(service.bill().usage().cacheWrites()).isEqualTo(2 * written(first));
        }

        @Test
        @DisplayName("P8 an hour is written and billed as an hour, and comes before five minutes")
        void p8_hour() {
            request = request.with("system", system(LONG));
            Json first = ask("One?");
            clock.advance(Duration.ofMinutes(59));

            assertThat(first.at("/usage/cache_creation/ephemeral_1h_input_tokens")
                            .asLong())
                    .isEqualTo(written(first))
                    .isPositive();
            assertThat(read(ask("Two?"))).isEqualTo(written(first));
            assertThat(refuses(request.with("system", system(SHORT))
                            .with(
                                    "messages",
                                    List.of(message("user", List.of(text("x").with("cache_control", LONG)))))))
                    .isTrue();
        }

        @Test
        @DisplayName("P8 a prefix is written from a length on that depends on the model")
        void p8_minimum() {
            request = request.with("system", system(SHORT)); // 1,300 tokens
            assertThat(written(ask("One?"))).isPositive();
            messages.clear();
            request = request.with("model", "claude-haiku-5-5");
            assertThat(written(ask("One?"))).isZero();
        }

        @Test
        @DisplayName("P8 a mark finds what was written at most twenty blocks before it")
        void p8_lookBack() {
            messages.add(message("user", List.of(text(words("plan")).with("cache_control", SHORT))));
            long written = written(send());
            assertThat(read(withBlocks(19))).isEqualTo(written);
            assertThat(read(withBlocks(20))).isZero();
        }

        private Json withBlocks(int more) {
            List<Json> content = new ArrayList<>(List.of(text(words("plan"))));
            for (int i = 1; i <= more; i++) {
                Json block = text("Block " + i + " of " + more);
                content.add(i == more ? block.with("cache_control", SHORT) : block);
            }
            messages.set(0, message("user", content));
            return send();
        }

        @Test
        @DisplayName("P8 five marks are refused, and a mark at thinking")
        void p8_marks() {
            List<Json> five = IntStream.range(0, 5)
                    .mapToObj(i -> text("Block " + i).with("cache_control", SHORT))
                    .toList();
            assertThat(refuses(request.with("messages", List.of(message("user", five)))))
                    .isTrue();
            assertThat(refuses(request.with("messages", List.of(message("user", five.subList(0, 4))))))
                    .isFalse();
            ask("One?");
            Json thinking = messages.get(1).get("content").elements().get(0).with("cache_control", SHORT);
            messages.set(1, message("assistant", List.of(thinking, text("Yes."))));
            assertThat(refuses(next())).isTrue();
            assertThat(service.refused().get(0)).contains("maximum of 4 blocks");
        }

        @Test
        @DisplayName("P8 another choice of tools, other thinking and a picture leave tools and instructions readable")
        void p8_settings() {
            request = request.with("system", system(SHORT)).with("cache_control", SHORT);
            Json first = ask("One?");
            long instructions = service.bill().usage().cacheWrites();
            assertThat(read(ask("Two?"))).isEqualTo(written(first));
            request = request.with("tool_choice", Json.object().with("type", "none"));
            Json third = ask("Three?");
            assertThat(read(third)).isLessThan(instructions).isPositive();
            assertThat(read(ask("Four?"))).isEqualTo(read(third) + written(third));
            Json source = Json.object()
                    .with("type", "base64")
                    .with("media_type", "image/png")
                    .with("data", "AAAA");
            messages.add(
                    message("user", List.of(Json.object().with("type", "image").with("source", source))));
            Json fifth = send();
            assertThat(read(fifth)).isEqualTo(read(third));
            assertThat(written(fifth)).isGreaterThan(ServiceRules.PICTURE);
        }

        @Test
        @DisplayName("P8 the usage of a stream is that of a whole answer")
        void p8_stream() throws Exception {
            AnthropicScript script = AnthropicScript.create().says("Yes.").repeats();
            Json ask = request.with("system", system(SHORT))
                    .with("messages", List.of(message("user", "One?")))
                    .with("stream", true);
            ServerResponse stream = ServiceEmulator.of(script).clock(clock).apply(request("/messages", ask));
            List<Json> events = ScriptClient.events(new String(stream.piece(0, stream.size()), StandardCharsets.UTF_8));

            assertThat(events.get(0)
                            .at("/message/usage/cache_creation_input_tokens")
                            .asLong())
                    .isEqualTo(written(body(service.apply(request("/messages", ask.without("stream"))))));
            assertThat(ScriptClient.joined(events, "/delta/signature")).startsWith("bound.");
        }

        @Test
        @DisplayName("P9 the bill is that of the prices, with what was written and read")
        void p9_bill() {
            service.addModels(prices("anthropic:claude-opus-5-5"));
            request = request.with("system", system(SHORT)).with("cache_control", SHORT);
            ask("One?");
            ask("Two?");
            Usage usage = service.bill().usage();

            BigDecimal expected = BigDecimal.valueOf((usage.input() - usage.cachedInput() - usage.cacheWrites()) * 100
                            + usage.cachedInput() * 10
                            + usage.cacheWrites() * 125
                            + usage.output() * 500)
                    .movePointLeft(8);
            assertThat(usage.cachedInput()).isPositive();
            assertThat(service.bill().cost())
                    .hasValueSatisfying(cost -> assertThat(cost.amount()).isEqualByComparingTo(expected));
            assertThat(service.leastCost().map(Cost::amount))
                    .hasValueSatisfying(least -> assertThat(least).isLessThanOrEqualTo(expected));
        }

        @Test
        @DisplayName("P17 a new beginning is counted by its cause, and an edit or another branch is none")
        void p17_beginnings() {
            request = request.with("model", "claude-opus-4-8");
            ask("One?");
            ask("Two?");
            List<Json> all = List.copyOf(messages);
            messages.subList(2, 4).clear();
            ask("Two, really?"); // an edit
            assertThat(service.bill().beginnings()).isEmpty();

            messages.set(0, message("user", "A summary."));
            ask("Three?");
            ask("Four?");
            assertThat(service.bill().beginnings()).isEqualTo(Map.of(ServiceBill.Part.MESSAGES, 1));
            messages.clear();
            messages.addAll(all);
            request = request.with("tools", List.of(Json.object().with("name", "draw")));
            ask("Three?");
            assertThat(service.bill().beginnings())
                    .isEqualTo(Map.of(ServiceBill.Part.MESSAGES, 1, ServiceBill.Part.TOOLS, 1));
        }
    }

    static byte[] prices(String id) {
        return ("{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"" + id
                        + "\",\"prices\":{\"from\":\"2025-01-01\","
                        + "\"input\":\"1\",\"cachedInput\":\"0.10\",\"cacheWrites\":\"1.25\",\"longCacheWrites\":\"2\","
                        + "\"output\":\"5\",\"currency\":\"USD\",\"source\":\"a test\"}}]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Nested
    class OpenAi {
        private final ServiceEmulator service = ServiceEmulator.of(
                        OpenAiResponsesScript.create().says("Yes.").repeats())
                .clock(clock);
        private final List<Json> input = new ArrayList<>();
        private Json request = Json.object()
                .with("model", "gpt-5.4-mini")
                .with("include", List.of("reasoning.encrypted_content"))
                .with("instructions", words("rules") + words("more"));

        private Json ask(String question) {
            input.add(message("user", question));
            Json answer = body(service.apply(request("/responses", request.with("input", input))));
            input.addAll(answer.get("output").elements());
            return answer;
        }

        private long read(Json answer) {
            return answer.at("/usage/input_tokens_details/cached_tokens").asLong();
        }

        private long written(Json answer) {
            return answer.at("/usage/input_tokens_details/cache_write_tokens").asLong();
        }

        @Test
        @DisplayName(
                "P8 before GPT-5.6 beginnings are read in steps of 128 tokens from 1,024 on, for five minutes, and writing is free")
        void p8_beginnings() {
            Json first = ask("One?");
            Json second = ask("Two?");
            assertThat(read(first)).isZero();
            assertThat(read(second))
                    .isGreaterThan(1_024)
                    .satisfies(tokens -> assertThat(tokens % 128).isZero());
            assertThat(written(first) + written(second)).isZero();
            clock.advance(Duration.ofMinutes(6));
            assertThat(read(ask("Three?"))).isZero();
            request = request.with("instructions", "Short.");
            assertThat(read(ask("Four?")) + read(ask("Five?"))).isZero();
        }

        @Test
        @DisplayName("P8 from GPT-5.6 on the end of a request is written, for thirty minutes, and read as a whole only")
        void p8_marks() {
            request = request.with("model", "gpt-5.6-sol");
            Json first = ask("One?");
            clock.advance(Duration.ofMinutes(29));
            Json second = ask("Two?");
            assertThat(written(first)).isPositive();
            assertThat(first.at("/usage/input_tokens_details/cache_write_tokens_details/ttl_30m_tokens")
                            .asLong())
                    .isEqualTo(written(first));
            assertThat(read(second)).isEqualTo(written(first));
            input.clear();
            assertThat(read(ask("Another one?"))).isZero(); // nothing was marked behind the instructions
            clock.advance(Duration.ofMinutes(31));
            input.clear();
            assertThat(read(ask("Another one?"))).isZero();
        }

        @Test
        @DisplayName("P1 reasoning behind a changed prefix is dropped and named")
        void p1_dropped() {
            request = request.with("model", "gpt-5.6-sol");
            Json first = ask("One?");
            assertThat(first.get("output").elements()).hasSize(2);
            assertThat(ask("Two?").get("input_transformations").exists()).isFalse();
            input.set(0, message("user", "Another one?"));
            Json third = ask("Three?");

            assertThat(third.get("input_transformations").elements())
                    .extracting(each -> each.get("path").asText())
                    .containsExactly("input.1", "input.4");
            assertThat(service.refused()).isEmpty();
            assertThat(service.dropped()).hasSize(2);
            assertThat(service.bill().beginnings()).isEqualTo(Map.of(ServiceBill.Part.MESSAGES, 1));
        }

        @Test
        @DisplayName("P8 chat completions have the same cache")
        void p8_chat() {
            ServiceEmulator chat = ServiceEmulator.of(
                            OpenAiChatScript.create().says("Yes.").repeats())
                    .clock(clock);
            Json ask = Json.object()
                    .with("model", "gpt-5.4-mini")
                    .with(
                            "messages",
                            List.of(message("system", words("rules") + words("more")), message("user", "One?")));
            chat.apply(request("/chat/completions", ask));
            Json second = body(chat.apply(request("/chat/completions", ask)));
            assertThat(second.at("/usage/prompt_tokens_details/cached_tokens").asLong())
                    .isGreaterThan(1_024);
        }
    }
}
