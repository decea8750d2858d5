package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests logins that expire, on a virtual clock, with a login service and a model server on loopback. */
class TokenSourceTest {
    private static final String CANARY = "canary-5150";

    private final VirtualClock clock = VirtualClock.create();
    private final AtomicInteger fetched = new AtomicInteger();
    private final ScriptedServer models = ScriptedServer.openAiChat();
    private final ScriptedServer logins = ScriptedServer.openAiChat();
    private final List<String> remarks = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        models.close();
        logins.close();
    }

    /** A source of tokens {@code canary-5150-1}, {@code -2} and so on, valid for an hour. */
    private TokenSource numbered() {
        return TokenSource.of(client -> TokenSource.Token.bearer(
                Secret.of((CANARY + "-" + fetched.incrementAndGet()).toCharArray()),
                client.now().plus(Duration.ofHours(1))));
    }

    private OpenAiChat provider(TokenSource source) {
        return OpenAiChat.builder("m")
                .baseUrl(models.address().toString())
                .tokenSource(source)
                .time(clock)
                .build();
    }

    private AiCall call(Cancellation cancellation) {
        return AiCall.builder(AiBody.of("hi"), ModelId.parse("openai:m"))
                .cancellation(cancellation)
                .sink(new RemarkSink(remarks))
                .build();
    }

    private AiReturn ask(OpenAiChat provider) {
        return provider.call(call(Cancellation.create(clock)));
    }

    private void answersOk() {
        models.answers(ServerResponse.json(
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Yes.\"},\"finish_reason\":\"stop\"}]}"));
    }

    private void refuses() {
        models.answers(
                ServerResponse.json("{\"error\":{\"message\":\"expired\"}}").withStatus(401));
    }

    private List<String> sent() {
        return models.requests().stream()
                .map(request -> request.header("authorization").orElse(""))
                .toList();
    }

    @Test
    @DisplayName("W23 a token is kept until its margin begins, and then replaced")
    void w23_token_isKept_andReplacedBeforeItsEnd() {
        answersOk();
        answersOk();
        answersOk();
        try (OpenAiChat provider = provider(numbered())) {
            assertThat(ask(provider).text()).isEqualTo("Yes.");
            clock.advance(Duration.ofMinutes(55).minusSeconds(1));
            ask(provider);
            clock.advance(Duration.ofSeconds(1));
            ask(provider);
        }
        assertThat(sent()).containsExactly("Bearer canary-5150-1", "Bearer canary-5150-1", "Bearer canary-5150-2");
    }

    @Test
    void w23_margin_isAtMostHalfOfTheTime() {
        TokenSource source = TokenSource.of(client -> {
                    fetched.incrementAndGet();
                    return TokenSource.Token.bearer(
                            Secret.of("t".toCharArray()), client.now().plusSeconds(60));
                })
                .withMargin(Duration.ofHours(1));
        answersOk();
        answersOk();
        answersOk();
        try (OpenAiChat provider = provider(source)) {
            ask(provider);
            clock.advance(Duration.ofSeconds(29));
            ask(provider);
            assertThat(fetched).hasValue(1);
            clock.advance(Duration.ofSeconds(1));
            ask(provider);
            assertThat(fetched).hasValue(2);
        }
        assertThatThrownBy(() -> source.withMargin(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("W23 a kept token that is refused is replaced once, and a new one that is refused is an error")
    void w23_refusedToken_isReplacedOnce() {
        answersOk();
        refuses();
        answersOk();
        refuses();
        refuses();
        try (OpenAiChat provider = provider(numbered())) {
            ask(provider);
            assertThat(ask(provider).isOk()).isTrue();
            assertThat(remarks).anyMatch(remark -> remark.contains("new token"));
            AiReturn failed = ask(provider);
            assertThat(failed.error().orElseThrow().category()).isEqualTo(AiError.Category.AUTHENTICATION);
        }
        assertThat(sent())
                .containsExactly(
                        "Bearer canary-5150-1",
                        "Bearer canary-5150-1",
                        "Bearer canary-5150-2",
                        "Bearer canary-5150-2",
                        "Bearer canary-5150-3");
    }

    @Test
    void w23_freshTokenThatIsRefused_isNotFetchedAgain() {
        refuses();
        try (OpenAiChat provider = provider(numbered())) {
            assertThat(ask(provider).error().orElseThrow().category()).isEqualTo(AiError.Category.AUTHENTICATION);
        }
        assertThat(fetched).hasValue(1);
        assertThat(models.requests()).hasSize(1);
    }

    @Test
    @DisplayName("W23 of many calls at once, one fetches the token")
    void w23_manyCalls_fetchOnce() throws InterruptedException {
        int calls = 16;
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        TokenSource source = TokenSource.of(client -> {
            begun.countDown();
            await(goOn);
            return TokenSource.Token.bearer(
                    Secret.of(("t" + fetched.incrementAndGet()).toCharArray()),
                    client.now().plusSeconds(3600));
        });
        for (int i = 0; i < calls; i++) {
            answersOk();
        }
        try (OpenAiChat provider = provider(source)) {
            List<CompletableFuture<AiReturn>> running = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                running.add(CompletableFuture.supplyAsync(() -> ask(provider), task -> new Thread(task).start()));
            }
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            goOn.countDown();
            running.forEach(each -> assertThat(ProviderFixture.end(each).isOk()).isTrue());
        }
        assertThat(fetched).hasValue(1);
        assertThat(sent()).hasSize(calls).containsOnly("Bearer t1");
    }

    @Test
    void w23_cancelledCall_leavesTheFetchToTheNext() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        TokenSource source = TokenSource.of(client -> {
            if (fetched.incrementAndGet() == 1) {
                begun.countDown();
                client.sleep(Duration.ofMinutes(10));
            }
            return TokenSource.Token.bearer(
                    Secret.of("t2".toCharArray()), client.now().plusSeconds(3600));
        });
        answersOk();
        VirtualClock paused = VirtualClock.paused();
        Cancellation first = Cancellation.create(paused);
        try (OpenAiChat provider = provider(source)) {
            CompletableFuture<AiReturn> leader =
                    CompletableFuture.supplyAsync(() -> provider.call(call(first)), task -> new Thread(task).start());
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<AiReturn> follower =
                    CompletableFuture.supplyAsync(() -> ask(provider), task -> new Thread(task).start());
            Cancellation other = Cancellation.create(clock);
            CompletableFuture<AiReturn> impatient =
                    CompletableFuture.supplyAsync(() -> provider.call(call(other)), task -> new Thread(task).start());
            other.cancel("no longer wanted");
            assertThat(ProviderFixture.end(impatient).error().orElseThrow().category())
                    .isEqualTo(AiError.Category.CANCELLED);
            first.cancel("closed");
            assertThat(ProviderFixture.end(leader).error().orElseThrow().category())
                    .isEqualTo(AiError.Category.CANCELLED);
            assertThat(ProviderFixture.end(follower).isOk()).isTrue();
        }
        assertThat(sent()).containsExactly("Bearer t2");
    }

    @Test
    void w23_loginServiceThatIsDown_costsNothingWhileTheTokenIsValid() {
        TokenSource source = TokenSource.of(client -> {
            if (fetched.incrementAndGet() > 1) {
                throw new AiException(AiError.of(AiError.Category.SERVER, "login-503", "down"));
            }
            return TokenSource.Token.bearer(
                    Secret.of("t1".toCharArray()), client.now().plusSeconds(3600));
        });
        answersOk();
        answersOk();
        try (OpenAiChat provider = provider(source)) {
            ask(provider);
            clock.advance(Duration.ofMinutes(57));
            assertThat(ask(provider).isOk()).isTrue();
            clock.advance(Duration.ofMinutes(3));
            AiError error = ask(provider).error().orElseThrow();
            assertThat(error.code()).isEqualTo("login-503");
            assertThat(error.retryable()).isTrue();
        }
        assertThat(models.requests()).hasSize(2);
    }

    /** The form of RFC 6749, section 4.4, with a service that speaks it. */
    private TokenSource atTheService() {
        return TokenSource.of(client -> {
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", "client_credentials");
            form.put("client_secret", CANARY + " &=");
            var answer = client.post(URI.create(logins.address() + "/token"), form);
            return TokenSource.Token.bearer(
                    Secret.of(answer.get("access_token").asText().toCharArray()),
                    client.now().plusSeconds(answer.get("expires_in").asInt()));
        });
    }

    @Test
    void w23_loginService_isAskedWithAForm() {
        logins.answers(ServerResponse.json("{\"access_token\":\"abc\",\"expires_in\":3600}"));
        answersOk();
        try (OpenAiChat provider = provider(atTheService())) {
            assertThat(ask(provider).isOk()).isTrue();
        }
        assertThat(sent()).containsExactly("Bearer abc");
        assertThat(logins.requests().get(0).text())
                .isEqualTo("grant_type=client_credentials&client_secret=canary-5150+%26%3D");
    }

    @Test
    @DisplayName("W23 no token and no secret of a login is in an error, a remark, or a toString")
    void w23_nothingSecret_isShown() {
        logins.answers(
                ServerResponse.json("{\"error\":\"invalid_client\",\"error_description\":\"" + CANARY + " is wrong\"}")
                        .withStatus(401));
        logins.answers(ServerResponse.json("[\"" + CANARY + "\"]"));
        logins.answers(ServerResponse.json("{\"access_token\":\"" + CANARY + "\",\"expires_in\":3600}"));
        refuses();
        TokenSource source = atTheService();
        try (OpenAiChat provider = provider(source)) {
            AiReturn refused = ask(provider);
            assertThat(refused.error().orElseThrow().code()).isEqualTo("invalid_client");
            assertThat(refused.error().orElseThrow().category()).isEqualTo(AiError.Category.AUTHENTICATION);
            AiReturn unreadable = ask(provider);
            assertThat(unreadable.error().orElseThrow().category()).isEqualTo(AiError.Category.PROTOCOL);
            AiReturn unauthorised = ask(provider);
            TokenSource.Token token = TokenSource.Token.bearer(Secret.of(CANARY.toCharArray()), clock.instant());
            assertThat(List.of(
                            refused.toString(),
                            refused.error().orElseThrow().toString(),
                            refused.error().orElseThrow().userMessage(),
                            unreadable.error().orElseThrow().toString(),
                            unauthorised.error().orElseThrow().toString(),
                            provider.toString(),
                            source.toString(),
                            token.toString(),
                            remarks.toString()))
                    .noneMatch(text -> text.contains(CANARY));
        }
    }

    @Test
    void w23_functionThatFails_isAnErrorWithoutItsMessage() {
        TokenSource source = TokenSource.of(client -> {
            throw new IllegalStateException(CANARY);
        });
        try (OpenAiChat provider = provider(source)) {
            AiError error = ask(provider).error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.CONFIGURATION);
            assertThat(error.toString()).doesNotContain(CANARY).contains("TokenSource");
        }
        assertThat(models.requests()).isEmpty();
    }

    @Test
    void w23_loginByPlainHttp_isRefused() {
        TokenSource source = TokenSource.of(client -> {
            client.post(URI.create("http://login.example/token"), Map.of("secret", CANARY));
            throw new AssertionError("not reached");
        });
        try (OpenAiChat provider = provider(source)) {
            assertThat(ask(provider).error().orElseThrow().code()).isEqualTo("login-address");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
