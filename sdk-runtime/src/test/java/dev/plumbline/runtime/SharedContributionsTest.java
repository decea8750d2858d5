package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is given to two runtimes, or to one runtime twice. */
class SharedContributionsTest {
    private static final ServerResponse HELLO = ServerResponse.stream("""
            data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}]}

            data: [DONE]

            """);

    @Test
    @Tag("N9")
    @DisplayName("N9 a provider that two runtimes share lives until the last of them has closed")
    void sharedProvider_livesUntilTheLastHasClosed() {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(HELLO).answers(HELLO)) {
            OpenAiChat shared =
                    OpenAiChat.builder("m").baseUrl(server.address().toString()).build();
            AiRuntime first = AiRuntime.of(shared);
            AiRuntime second = AiRuntime.of(shared);
            assertThat(first.send("Hi.").text()).isEqualTo("Hello.");
            first.close();
            assertThat(first.awaitClosed(Duration.ofMinutes(1))).isTrue();
            assertThat(second.send("Hi.").text()).isEqualTo("Hello.");
            second.close();
            assertThat(second.awaitClosed(Duration.ofMinutes(1))).isTrue();
            assertThat(server.awaitClientClosed(Duration.ofMinutes(1))).isTrue();
        }
    }

    @Test
    @Tag("N9")
    @DisplayName("N9 a provider is given to one runtime after the other, and nothing of it stays open between them")
    void sharedProvider_isUsedAgain() {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(HELLO).answers(HELLO)) {
            OpenAiChat shared =
                    OpenAiChat.builder("m").baseUrl(server.address().toString()).build();
            for (int i = 0; i < 2; i++) {
                AiRuntime ai = AiRuntime.of(shared);
                assertThat(ai.send("Hi.").text()).isEqualTo("Hello.");
                ai.close();
                assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
                assertThat(server.awaitClientClosed(Duration.ofMinutes(1))).isTrue();
            }
        }
    }

    @Test
    @Tag("N9")
    @DisplayName(
            "N9 a runtime that closes ends no call of another one with the same provider, and close of the provider does")
    void sharedProvider_isClosedWhileAnotherCalls() {
        CountDownLatch until = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.openAiChat()
                .answers(HELLO.stallsAfter(10, until))
                .answers(HELLO.stallsAfter(10))) {
            OpenAiChat shared =
                    OpenAiChat.builder("m").baseUrl(server.address().toString()).build();
            AiRuntime first = AiRuntime.of(shared);
            try (AiRuntime second = AiRuntime.of(shared)) {
                CompletableFuture<AiReturn> calling = CompletableFuture.supplyAsync(() -> second.send("Hi."));
                assertThat(server.awaitRequests(1, Duration.ofMinutes(1))).isTrue();
                first.close();
                assertThat(first.awaitClosed(Duration.ofMinutes(1))).isTrue();
                until.countDown();
                assertThat(calling.join().text()).isEqualTo("Hello.");
                CompletableFuture<AiReturn> ended = CompletableFuture.supplyAsync(() -> second.send("Hi."));
                assertThat(server.awaitRequests(2, Duration.ofMinutes(1))).isTrue();
                shared.close();
                assertThat(ended.join().error().orElseThrow().code()).isEqualTo("closed");
                assertThat(second.send("Hi.").error().orElseThrow().code()).isEqualTo("closed");
            }
            try (AiRuntime third = AiRuntime.of(shared)) {
                assertThat(third.send("Hi.").error().orElseThrow().code()).isEqualTo("closed");
            }
        }
    }

    @Test
    @Tag("N26")
    @DisplayName("N26 changes of the order of policies add up")
    void policies_givenTwice_addUp() {
        List<String> ran = new CopyOnWriteArrayList<>();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Hi."))
                .policyOrder(order -> order.before("retry", "one", noted(ran, "one")))
                .policyOrder(order -> order.before("retry", "two", noted(ran, "two")))
                .build()) {
            ai.send("Hi.");
        }
        assertThat(ran).containsExactlyInAnyOrder("one", "two");
    }

    private static RequestPolicy noted(List<String> ran, String name) {
        return call -> {
            ran.add(name);
            return call;
        };
    }

    @Test
    @Tag("N27")
    @DisplayName("N27 a name given twice is an IllegalArgumentException, whatever it names")
    void nameGivenTwice_isRefusedInOneWay() {
        AiRuntime.Builder providers =
                AiRuntime.builder().addProvider(ScriptedProvider.create()).addProvider(ScriptedProvider.create());
        assertThatIllegalArgumentException().isThrownBy(providers::build).withMessageContaining("scripted");
        AiRuntime.Builder policies = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addRequestPolicy("same", call -> call)
                .addRequestPolicy("same", call -> call);
        assertThatIllegalArgumentException().isThrownBy(policies::build).withMessageContaining("same");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .addHook("same", new Hook() {})
                        .addHook("same", new Hook() {})
                        .build())
                .withMessageContaining("same");
    }
}
