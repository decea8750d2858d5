package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.awt.EventQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A plug-in in a class loader of its own, in a host that needs no screen. */
class MiniHostTest {
    private final MiniDocument document = new MiniDocument();
    private final OpenAiChatScript script = OpenAiChatScript.create();

    @Test
    @Tag("D11")
    void turn_editsOnTheUiThread_asOneStep() throws Exception {
        script.callsTool("write", Map.of("line", "one"))
                .nextRound()
                .callsTool("write", Map.of("line", "two"))
                .says("Written.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                MiniHost host = new MiniHost()) {
            Consumer<String> plugin = host.plugin(document, server.address().toString());
            onUi(() -> plugin.accept("two lines"));
            until(() -> server.requests().size() == 3 && document.lines().size() == 2);
            onUi(() -> {
                assertThat(document.lines()).containsExactly("one", "two");
                document.undo().undo();
                assertThat(document.lines()).isEmpty();
                document.undo().redo();
                assertThat(document.lines()).containsExactly("one", "two");
            });
            close(plugin);
        }
    }

    @Test
    @Tag("SH27")
    @Tag("D11")
    void closedInTheMiddleOfATurn_whatWasEditedIsAStepOfTheDocument() throws Exception {
        script.callsTool("write", Map.of("line", "one"));
        try (ScriptedServer server =
                        ScriptedServer.openAiChat().answers(script.stream()).stalls();
                MiniHost host = new MiniHost()) {
            Consumer<String> plugin = host.plugin(document, server.address().toString());
            onUi(() -> plugin.accept("a line"));
            assertThat(server.awaitRequests(2, Duration.ofMinutes(1))).isTrue();
            onUi(() -> assertThat(document.undo().canUndo()).isTrue());
            close(plugin);
            assertThat(server.awaitClientClosed(Duration.ofMinutes(1))).isTrue();
            onUi(() -> {
                document.undo().undo();
                assertThat(document.lines()).isEmpty();
            });
        }
    }

    @Test
    @Tag("D4")
    void closedPlugin_leavesNeitherThreadNorClassLoader() throws Exception {
        script.callsTool("write", Map.of("line", "one")).says("Written.").repeats();
        LeakDetector leaks = LeakDetector.watch();
        WeakReference<ClassLoader> loader = life();
        life(); // the JDK's ObjectMethods hold the types of the last records compared
        leaks.close();
        until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    private WeakReference<ClassLoader> life() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                MiniHost host = new MiniHost()) {
            Consumer<String> plugin = host.plugin(document, server.address().toString());
            onUi(() -> plugin.accept("a line"));
            until(() -> server.requests().size() == 2);
            close(plugin);
            onUi(() -> document.undo().discardAllEdits()); // the step is an object of the plug-in's
            return new WeakReference<>(host.loader());
        }
    }

    /** As a window that closes does: at once, on the UI thread. Its class loader may go when all is over. */
    private static void close(Consumer<String> plugin) throws Exception {
        onUi(() -> plugin.accept("close"));
        plugin.accept("await");
    }

    private static void onUi(Runnable action) throws Exception {
        FutureTask<Void> task = new FutureTask<>(action, null);
        EventQueue.invokeLater(task);
        task.get();
    }

    /** Waits, ten seconds at most. */
    private static void until(BooleanSupplier there) {
        Await.until(there, () -> "it does not come");
    }
}
