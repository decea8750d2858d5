package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures storing a round with one tool call: its answer, the call, its result and the stored results, compared with
 * appending the same bytes to a file; and reading a conversation of 10,000 entries.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JournalBenchmark {
    private static final int ROUND = 4;

    private Path folder = Path.of("");
    private SessionStore store = FileSessionStore.of(folder);
    private List<SessionStore.Writer> writer = List.of();
    private List<Json> round = List.of();
    private List<byte[]> bytes = List.of();
    private OutputStream file = OutputStream.nullOutputStream();
    private String loaded = "";

    /** A provider that calls a tool in the first round of a turn and then answers. */
    private static final class Once implements AiProvider {
        @Override
        public String id() {
            return "once";
        }

        @Override
        public String defaultModel() {
            return "once";
        }

        @Override
        public AiReturn call(AiCall call) {
            boolean answered = call.effective().get(call.effective().size() - 1) instanceof Interaction.ToolResult;
            return answered
                    ? AiReturn.ofText("The wall is drawn; its length is 5000 millimetres, and it closes the room.")
                    : AiReturn.builder()
                            .interactions(List.of(new Interaction.ToolCall(
                                    "", "nobody", Json.parse("{\"x1\":0,\"y1\":0,\"x2\":5000,\"y2\":0}"))))
                            .build();
        }
    }

    /** Creates records as a session writes them, and files for them. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        folder = Files.createTempDirectory("plumbline-journal");
        store = FileSessionStore.of(folder.resolve("own"));
        writer = List.of(store.open("s"));
        round = records();
        bytes = round.stream()
                .map(record -> record.text().getBytes(StandardCharsets.UTF_8))
                .toList();
        file = new FileOutputStream(folder.resolve("floor").toFile());
        loaded = longConversation();
    }

    private List<Json> records() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(new Once())
                .journal(folder.resolve("one"))
                .build()) {
            ConversationSession session = ai.session(
                    AiBody.builder().addSystem("You draw.").toolFilter("*").build());
            session.send("Draw the northern wall.");
            try (SessionStore written = FileSessionStore.of(folder.resolve("one"));
                    Stream<Json> all = written.read(session.id())) {
                return all.skip(3).limit(ROUND).toList();
            }
        }
    }

    private String longConversation() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(new Once())
                .journal(folder.resolve("long"))
                .build()) {
            ConversationSession session = ai.session(
                    AiBody.builder().addSystem("You draw.").toolFilter("*").build());
            while (session.path().size() < 10_000) {
                session.send("Draw another wall, please, east of the last one and as long as that is.");
            }
            return session.id();
        }
    }

    /** Empties the folder. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        store.close();
        file.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Measures the SDK. */
    @Benchmark
    public void round() {
        for (Json record : round) {
            writer.get(0).append(List.of(record));
        }
    }

    /** Measures the baseline: the file system. */
    @Benchmark
    public void floor() throws IOException {
        for (byte[] record : bytes) {
            file.write(record);
        }
    }

    /** Measures opening a conversation of 10,000 entries. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public String resume() {
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(new Once())
                        .journal(folder.resolve("long"))
                        .build();
                ConversationSession session = ai.resume(loaded, SessionOptions.none())) {
            return session.head().id().text();
        }
    }
}
