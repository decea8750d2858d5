package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.web.SessionReport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends a key and text that must not show through a whole runtime, and looks for them in everything it leaves behind. The
 * key is never a string here: it would be found in this test's own memory.
 */
class RuntimeContentLeakTest {
    private static final String ASKED = "CANARY-ASKED";
    private static final String LISTENING = "somebody listens";
    private static final String ANSWERED = "CANARY-ANSWERED";

    private final char[] key = unguessable();
    private final List<String> logs = new CopyOnWriteArrayList<>(); // others may log while it is looked through
    private final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Logger root = Logger.getLogger("");
    private final Handler ears = new Ears();
    private final Level before = root.getLevel();

    @TempDir
    private Path folder;

    private static char[] unguessable() {
        SecureRandom random = new SecureRandom();
        char[] key = new char[40];
        for (int i = 0; i < key.length; i++) {
            key[i] = (char) ('a' + random.nextInt(26));
        }
        return key;
    }

    @BeforeEach
    void listen() {
        ears.setLevel(Level.ALL);
        root.addHandler(ears);
        root.setLevel(Level.ALL);
        System.getLogger("dev.plumbline.canary").log(System.Logger.Level.DEBUG, LISTENING);
    }

    @AfterEach
    void listenNoMore() {
        root.removeHandler(ears);
        root.setLevel(before);
    }

    /** An answer, then a refusal that repeats the key; everything that can be printed or was written. */
    private List<String> talk() throws IOException {
        List<String> shown = new ArrayList<>();
        try (DiscardingServer server = new DiscardingServer(ANSWERED, key)) {
            OpenAiChat provider = OpenAiChat.builder("m")
                    .baseUrl(server.address())
                    .apiKey(Secret.of(key.clone()))
                    .build();
            AiRuntime ai = AiRuntime.builder()
                    .addProvider(provider)
                    .journal(folder.resolve("journal"))
                    .cache(DiskResponseStore.of(folder.resolve("cache")))
                    .addObserver(events::add)
                    .addObserver(MicrometerObserver.of(meters))
                    .build();
            try (ConversationSession session = ai.session(AiBody.builder().build())) {
                AiReturn answered = session.send(ASKED);
                assertThat(answered.text()).isEqualTo(ANSWERED);
                AiReturn refused = session.send(ASKED + " again");
                assertThat(refused.isOk()).isFalse();
                shown.add(thrown(refused));
                shown.addAll(printed(ai, provider, session, answered, refused, session.body(), session.tree()));
                shown.addAll(printed(session.path(), ai.metrics().session(session.id())));
                shown.add(SessionReport.of(session.tree(), ai.metrics().recent(event -> true))
                        .html(SessionReport.ContentLevel.LENGTHS));
            }
            shown.add(meters.getMetersAsString());
            Thread.getAllStackTraces().keySet().forEach(thread -> shown.add(thread.getName()));
            ai.close();
            assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        }
        shown.addAll(logs);
        shown.addAll(printed(events));
        return shown;
    }

    private static String thrown(AiReturn refused) {
        try {
            return refused.text();
        } catch (AiException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return trace + " " + e.error();
        }
    }

    private static List<String> printed(Object... things) {
        return Stream.of(things).map(String::valueOf).toList();
    }

    private boolean holdsKey(byte[] bytes) {
        for (int i = 0; i + key.length <= bytes.length; i++) {
            int same = 0;
            while (same < key.length && bytes[i + same] == (byte) key[same]) {
                same++;
            }
            if (same == key.length) {
                return true;
            }
        }
        return false;
    }

    @Test
    @Tag("SH131")
    @Tag("F109")
    @Tag("F137")
    @Tag("D14")
    @Tag("D17")
    @DisplayName(
            "109 neither keys nor words show in logs, exceptions, toString, events, meters, reports and thread names")
    void nothingThatIsPrinted_showsKeysOrWords() throws IOException {
        List<String> shown = talk();
        assertThat(logs).as("whoever logs is heard").anyMatch(line -> line.contains(LISTENING));
        assertThat(events).hasSizeGreaterThan(15);
        assertThat(shown).noneMatch(text -> holdsKey(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(shown).noneMatch(text -> text.contains("CANARY"));
    }

    @Test
    @Tag("F109")
    @DisplayName("109 no key is in the journal, the cache and the events beside them, and no word in the events")
    void nothingThatIsWritten_showsKeys() throws IOException {
        talk();
        int files = 0;
        try (Stream<Path> written = Files.walk(folder)) {
            for (Path file : written.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                assertThat(holdsKey(bytes)).as(file.toString()).isFalse();
                if (file.toString().contains("events")) {
                    assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("CANARY");
                }
                files += bytes.length > 0 ? 1 : 0;
            }
        }
        assertThat(files).isGreaterThanOrEqualTo(3);
    }

    @Test
    @Tag("F109")
    @DisplayName("109 once a runtime is closed no string in the heap holds its key")
    void closedRuntime_leavesNoKeyInTheHeap() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapSearchProgram.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains(HeapSearchProgram.ONLY_THE_ANSWER); // and what the program logs, which may come later
        assertThat(program.waitFor()).isZero();
    }

    /** Searches the heap of a process of its own, which is small. */
    static final class HeapSearchProgram {
        static final String ONLY_THE_ANSWER = "answer true, key false";

        public static void main(String[] arguments) throws Exception {
            RuntimeContentLeakTest test = new RuntimeContentLeakTest();
            test.folder = Path.of(arguments[0]);
            test.talk();
            Path dump = test.folder.resolve("heap.hprof");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.toString(), true);
            String heap = Files.readString(dump, StandardCharsets.ISO_8859_1);
            System.out.println("answer " + heap.contains(ANSWERED) + ", key " + heap.contains(new String(test.key)));
        }
    }

    /** Keeps what is logged, at every level, with parameters and what was thrown. */
    private final class Ears extends Handler {
        @Override
        public void publish(LogRecord line) {
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            writer.println(line.getLoggerName() + " " + line.getMessage());
            for (Object parameter : line.getParameters() == null ? new Object[0] : line.getParameters()) {
                writer.println(parameter);
            }
            if (line.getThrown() != null) {
                line.getThrown().printStackTrace(writer);
            }
            logs.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
