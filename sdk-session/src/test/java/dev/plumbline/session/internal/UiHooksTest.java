package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.ThreadAffinity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hooks that are called on the UI thread of the host. */
@Timeout(120)
class UiHooksTest {
    /** A hook that remembers on which thread it was called at which moment. */
    private static class Bracket implements Hook {
        final List<String> moments = new CopyOnWriteArrayList<>();
        private final ThreadAffinity affinity;

        Bracket(ThreadAffinity affinity) {
            this.affinity = affinity;
        }

        @Override
        public ThreadAffinity affinity() {
            return affinity;
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            moments.add("starting " + Thread.currentThread().getName());
            return Decision.replace(Interaction.user("Seen."));
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            moments.add("finished " + Thread.currentThread().getName());
        }
    }

    @Test
    void hookOfTheUiThread_isCalledThere_andItsDecisionCounts() throws Exception {
        FakeUiThread window = new FakeUiThread();
        Bracket bracket = new Bracket(ThreadAffinity.UI_THREAD);
        Bracket other = new Bracket(ThreadAffinity.AUTO);
        try (EngineFixture fixture = new EngineFixture(
                b -> b.host(window).addHook("bracket", bracket, "").addHook("other", other, ""))) {
            fixture.provider.says("Done.");
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            window.serveUntil(turn);

            String here = Thread.currentThread().getName();
            assertThat(bracket.moments).containsExactly("starting " + here, "finished " + here);
            assertThat(other.moments).containsExactly("starting session", "finished session");
            assertThat(fixture.provider.calls().get(0).effective())
                    .extracting(Interaction::text)
                    .endsWith("Seen.");
        }
    }

    @Test
    @DisplayName("M21 a hook of the UI thread that has a decision of its own on interjections is asked there")
    void m21_hookOfTheUiThread_decidesOnInterjections() throws Exception {
        FakeUiThread window = new FakeUiThread();
        Bracket bracket = new Bracket(ThreadAffinity.UI_THREAD) {
            @Override
            public Decision<Interaction.User> onUserMessage(Interaction.User input, Context context) {
                moments.add("interjecting " + Thread.currentThread().getName());
                return Decision.replace(Interaction.user("Heard."));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.host(window).addHook("bracket", bracket, ""))) {
            fixture.tools.tool("draw", (call, scope) -> {
                scope.listener().interject("In red.");
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Done.");
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            window.serveUntil(turn);

            String here = Thread.currentThread().getName();
            assertThat(bracket.moments).containsExactly("starting " + here, "interjecting " + here, "finished " + here);
            assertThat(fixture.provider.calls().get(1).effective())
                    .extracting(Interaction::text)
                    .endsWith("Heard.");
        }
    }

    @Test
    void hookOfTheUiThread_waitsUntilTheHostMayBeEdited() throws Exception {
        FakeUiThread window = new FakeUiThread();
        Bracket bracket = new Bracket(ThreadAffinity.UI_THREAD);
        try (EngineFixture fixture = new EngineFixture(b -> b.host(window).addHook("bracket", bracket, ""))) {
            fixture.provider.says("Done.");
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            window.open.set(false);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            window.serveUntil(pending(fixture, 3));
            assertThat(bracket.moments).isEmpty();

            window.open.set(true);
            fixture.clock.advance(Duration.ofMillis(100));
            window.serveUntil(turn);

            assertThat(bracket.moments).hasSize(2);
        }
    }

    private static CompletableFuture<?> pending(EngineFixture fixture, int timers) {
        return CompletableFuture.runAsync(
                () -> {
                    while (fixture.clock.pending() < timers) {
                        Thread.onSpinWait();
                    }
                },
                fixture.threads);
    }

    @Test
    @Tag("H16")
    void hookOfTheUiThread_isNotWaitedForAfterACancel_andHearsTheEndAllTheSame() throws Exception {
        FakeUiThread window = new FakeUiThread();
        Bracket bracket = new Bracket(ThreadAffinity.UI_THREAD);
        Hook first = new Bracket(ThreadAffinity.AUTO);
        try (EngineFixture fixture = new EngineFixture(
                b -> b.host(window).addHook("first", first, "").addHook("bracket", bracket, ""))) {
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            Runnable stuck = window.tasks.take();

            opened.join().cancel("the window is busy");

            assertThat(turn.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            stuck.run();
            assertThat(bracket.moments).isEmpty();
            window.tasks.take().run();
            assertThat(bracket.moments)
                    .containsExactly("finished " + Thread.currentThread().getName());
        }
    }

    @Test
    void hookOfTheUiThread_thatNeverComes_failsTheTurnAfterTwoMinutes() throws Exception {
        FakeUiThread window = new FakeUiThread();
        try (EngineFixture fixture =
                new EngineFixture(b -> b.host(window).addHook("bracket", new Bracket(ThreadAffinity.UI_THREAD), ""))) {
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            pending(fixture, 2).join();
            fixture.clock.advance(Duration.ofMinutes(2));
            pending(fixture, 2).join();
            fixture.clock.advance(Duration.ofMinutes(2));

            AiError error = turn.get(60, TimeUnit.SECONDS).error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
            assertThat(error.extensionId()).contains("bracket");
        }
    }

    @Test
    void hookOfTheUiThread_withoutAHost_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> new EngineFixture(b -> b.addHook("bracket", new Bracket(ThreadAffinity.UI_THREAD), "")))
                .withMessageContaining("hook bracket wants the host's UI thread, and there is no host");
    }
}
