package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.HostApplication.WindowCloseListener;
import java.awt.Robot;
import java.awt.event.InputEvent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Swing as a host, on a screen that nobody sees. */
@Tag("external")
class SwingHostApplicationTest {

    @Test
    void swing_saysWhenNothingMayBeEdited() throws Exception {
        assertThat(onScreen("guard"))
                .contains("idle=true", "modal=false", "afterModal=true", "held=false", "afterHeld=true", "ui=true");
    }

    @Test
    void threeHundredCalls_leaveTheScreenAlive() throws Exception {
        String output = onScreen("alive");
        assertThat(output).contains("calls=300");
        int answers = Integer.parseInt(output.replaceAll("(?s).*answers=(\\d+).*", "$1"));
        assertThat(answers)
                .as("what the UI thread did for others in a second and a half of calls")
                .isGreaterThanOrEqualTo(10);
    }

    @Test
    @Tag("SH27")
    @Tag("SH172")
    void closedWindow_cancelsWhatItShowed_once() throws Exception {
        assertThat(onScreen("closing")).contains("open=false", "closed=1", "again=1", "takenBack=0");
    }

    private static String onScreen(String what) throws Exception {
        return XvfbScreen.run(Drill.class, what);
    }

    /** The program on the screen. */
    static final class Drill {
        private static final HostApplication HOST = HostApplication.swing();

        private Drill() {}

        private static void closing(JFrame frame) throws Exception {
            AtomicInteger closed = new AtomicInteger();
            AtomicInteger takenBack = new AtomicInteger();
            Cancellation turn = Cancellation.create();
            WindowCloseListener.of(frame, () -> {
                turn.cancel("the window was closed");
                closed.incrementAndGet();
            });
            WindowCloseListener.of(frame, takenBack::incrementAndGet).close();
            System.out.println("open=" + turn.isCancelled());
            SwingUtilities.invokeAndWait(frame::dispose);
            SwingUtilities.invokeAndWait(
                    () -> System.out.println("closed=" + (turn.isCancelled() ? closed.get() : -1)));
            SwingUtilities.invokeAndWait(() -> frame.setVisible(true));
            SwingUtilities.invokeAndWait(frame::dispose);
            SwingUtilities.invokeAndWait(() -> System.out.println("again=" + closed.get()));
            System.out.println("takenBack=" + takenBack.get());
        }

        public static void main(String... args) throws Exception {
            JFrame frame = new JFrame("drill");
            SwingUtilities.invokeAndWait(() -> {
                frame.setBounds(50, 50, 300, 200);
                frame.setVisible(true);
            });
            try (Subscription attached = HOST.attach()) {
                if (args[0].equals("guard")) {
                    guard(frame);
                } else if (args[0].equals("closing")) {
                    closing(frame);
                } else {
                    alive();
                }
                System.out.println("attached=" + (attached != null));
            }
            System.exit(0);
        }

        private static void guard(JFrame frame) throws Exception {
            System.out.println("ui=" + asked(HOST::isUiThread) + " idle=" + asked(HOST::canEditNow));
            JDialog dialog = new JDialog(frame, "Save", true);
            SwingUtilities.invokeLater(() -> {
                dialog.setBounds(100, 100, 100, 80);
                dialog.setVisible(true);
            });
            System.out.println("modal=" + until(false));
            SwingUtilities.invokeAndWait(dialog::dispose);
            System.out.println("afterModal=" + until(true));
            Robot robot = new Robot();
            robot.setAutoWaitForIdle(true);
            robot.mouseMove(150, 150);
            robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
            System.out.println("held=" + until(false));
            robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
            System.out.println("afterHeld=" + until(true));
        }

        /** What the host says, when it says that, or after a minute. */
        private static boolean until(boolean wanted) throws Exception {
            for (int i = 0; i < 6000 && asked(HOST::canEditNow) != wanted; i++) {
                Thread.sleep(10);
            }
            return asked(HOST::canEditNow);
        }

        private static boolean asked(java.util.function.BooleanSupplier question) throws Exception {
            AtomicBoolean answer = new AtomicBoolean();
            SwingUtilities.invokeAndWait(() -> answer.set(question.getAsBoolean()));
            return answer.get();
        }

        /** 300 tools of 5 ms each, while somebody has something for the UI thread every 10 ms. */
        private static void alive() throws Exception {
            AtomicInteger answers = new AtomicInteger();
            AtomicBoolean done = new AtomicBoolean();
            Thread watch = new Thread(() -> {
                while (!done.get()) {
                    CountDownLatch there = new CountDownLatch(1);
                    SwingUtilities.invokeLater(there::countDown);
                    try {
                        there.await();
                        answers.incrementAndGet();
                        Thread.sleep(10);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            AiTool draw = AiTool.of("draw", "d", Json.parse("{\"type\":\"object\"}"), (in, call) -> {
                long end = System.nanoTime() + 5_000_000;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                return 1;
            });
            try (IToolExecutor tools = ToolRuntime.builder(JsonSchemas.service())
                    .addTools(List.of(draw), "")
                    .time(new MachineTime())
                    .host(HOST)
                    .build()) {
                watch.start();
                List<Interaction.ToolCall> calls = IntStream.range(0, 300)
                        .mapToObj(i -> new Interaction.ToolCall("c" + i, "draw", Json.object()))
                        .toList();
                long ok = tools.execute(calls, scope()).stream()
                        .filter(e -> e.isOk())
                        .count();
                int whileCalled = answers.get();
                done.set(true);
                watch.join();
                System.out.println("calls=" + ok + " answers=" + whileCalled);
            }
        }

        private static IToolExecutor.CallScope scope() {
            return new IToolExecutor.CallScope(
                    CallIds.NONE,
                    Selector.ALL,
                    List.of(),
                    Cancellation.create(),
                    State.inMemory(),
                    State.inMemory(),
                    TelemetryObserver.NONE,
                    1,
                    IToolExecutor.CallListener.NONE);
        }

        /** The machine's clock; nothing is ever due in this drill. */
        private static final class MachineTime implements dev.plumbline.time.Scheduler {
            private final VirtualClock timers = VirtualClock.create();

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public java.time.Instant instant() {
                return timers.instant();
            }

            @Override
            public void sleep(java.time.Duration time, CountDownLatch wake) throws InterruptedException {
                wake.await(time.toNanos(), TimeUnit.NANOSECONDS);
            }

            @Override
            public Subscription schedule(java.time.Duration delay, Runnable action) {
                return timers.schedule(delay, action);
            }
        }
    }
}
