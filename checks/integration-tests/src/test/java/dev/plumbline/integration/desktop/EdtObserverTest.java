package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Coalescing;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ConversationRows.RowChange;
import java.awt.SecondaryLoop;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Views on Swing's thread and beside it, which do what views should not do. No screen is needed. */
@Timeout(120)
class EdtObserverTest {
    private static final HostApplication SWING =
            HostApplication.of(SwingUtilities::invokeLater, SwingUtilities::isEventDispatchThread);

    private final ScriptedProvider model = ScriptedProvider.create();

    /** A monitor that nobody gets any more would keep the test from its end; this says who holds it. */
    @AfterEach
    void nobodyIsDeadlocked() {
        assertThat(ManagementFactory.getThreadMXBean().findDeadlockedThreads()).isNull();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("F121")
    @DisplayName("121 a view that waits for the UI thread, which is at the session meanwhile, is waited for by nobody")
    void viewThatWaitsForTheUiThread_whichUsesTheSession() throws Exception {
        model.says("a", "b").says("c");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ConversationSession session = ai.session(AiBody.of("You count."));
            CountDownLatch finished = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onRoundStarted(int round) {
                    waitForTheUiThread(session);
                }

                @Override
                public void onText(String piece) {
                    waitForTheUiThread(session);
                }

                @Override
                public void onFinished(AiReturn ret) {
                    finished.countDown();
                }
            });
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            for (int i = 0; i < 50; i++) {
                SwingUtilities.invokeLater(
                        () -> session.path().forEach(entry -> session.tree().siblings(entry)));
            }
            assertThat(turn.get(60, TimeUnit.SECONDS).isOk()).isTrue();
            await(finished);
        }
    }

    private static void waitForTheUiThread(ConversationSession session) {
        try {
            SwingUtilities.invokeAndWait(() -> {
                session.path();
                session.isRunning();
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("F121")
    @DisplayName("121 a view that shows a modal dialog on the UI thread: the turn ends, cancel works, the view goes on")
    void viewWithAModalDialog_onTheUiThread() throws Exception {
        model.says("a", "b").blocksUntilCancelled("c");
        try (AiRuntime ai = AiRuntime.builder().addProvider(model).host(SWING).build()) {
            ConversationSession session = ai.session(AiBody.of("You count."));
            Dialog dialog = new Dialog();
            session.observe(dialog);
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            await(dialog.open);
            assertThat(turn.get(60, TimeUnit.SECONDS).text()).isEqualTo("ab");
            CompletableFuture<AiReturn> second = session.sendAsync("And on.");
            SwingUtilities.invokeAndWait(
                    () -> assertThat(session.cancel("from the dialog")).isTrue());
            assertThat(second.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(dialog.turns.getCount()).isEqualTo(2);
            SwingUtilities.invokeLater(dialog::close);
            await(dialog.turns);
        }
    }

    /** Stays until it is closed, and lets the UI thread go on with other things meanwhile, as modal dialogs do. */
    private static final class Dialog implements ConversationObserver {
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch turns = new CountDownLatch(2);
        private final SecondaryLoop loop =
                Toolkit.getDefaultToolkit().getSystemEventQueue().createSecondaryLoop();

        @Override
        public void onTurnStarted(Interaction.User input) {
            if (open.getCount() == 1) {
                SwingUtilities.invokeLater(open::countDown);
                loop.enter();
            }
        }

        void close() {
            loop.exit();
        }

        @Override
        public void onFinished(AiReturn ret) {
            turns.countDown();
        }
    }

    static Coalescing[] windows() {
        return new Coalescing[] {Coalescing.LOW_LATENCY, Coalescing.BALANCED, Coalescing.BATTERY_SAVER};
    }

    @ParameterizedTest
    @Tag("C107")
    @MethodSource("windows")
    @DisplayName("the first character is on the screen before any time has passed, however long the window is")
    void firstCharacter_isOnTheScreenAtOnce(Coalescing window) {
        model.blocksUntilCancelled("F", "ive");
        CountDownLatch shown = new CountDownLatch(1);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .host(SWING)
                .clock(VirtualClock.create())
                .build()) {
            ConversationSession session = ai.session(
                    AiBody.of("You count."),
                    SessionOptions.builder().coalescing(window).build());
            session.observe(ConversationRows.of(
                    session::path, session::unknownOutcomes, session::interjected, change -> {
                        if (change instanceof RowChange.Appended more
                                && more.piece().startsWith("F")) {
                            shown.countDown();
                        }
                    }));
            session.sendAsync("How long?");
            await(shown);
            session.cancel("seen");
        }
    }
}
