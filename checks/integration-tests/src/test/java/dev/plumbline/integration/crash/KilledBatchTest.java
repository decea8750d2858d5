package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.Batch;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch that is killed over and over, against a service that refuses, cuts and fails. */
@Tag("slow")
class KilledBatchTest {
    private static final int BODIES = Integer.getInteger("plumbline.batch.bodies", 600);
    private static final int KILLS = Integer.getInteger("plumbline.batch.kills", 3);
    private static final long SEED = Long.getLong("plumbline.batch.seed", 59);
    private static final System.Logger LOG = System.getLogger("dev.plumbline.crash");

    private final Map<String, AtomicInteger> billed = new ConcurrentHashMap<>();
    private final Random random = new Random(SEED);

    @TempDir
    private Path folder;

    /** Answers with the question; of a hundred requests five are too many, two are cut and one fails. */
    private ServerResponse answer(ServerRequest request) {
        List<Json> messages = request.json().get("messages").elements();
        String question = messages.get(messages.size() - 1).get("content").asText();
        int chance;
        synchronized (random) {
            chance = random.nextInt(100);
        }
        if (chance < 5) {
            return OpenAiChatScript.create().limitsRate(Duration.ofMillis(50)).apply(request);
        } else if (chance < 7) {
            return OpenAiChatScript.create().cutsAfter("Yes").apply(request);
        } else if (chance < 8) {
            return OpenAiChatScript.create().fails(500, "broken").apply(request);
        }
        billed.computeIfAbsent(question, each -> new AtomicInteger()).incrementAndGet();
        return OpenAiChatScript.create().says("Yes to ", question).apply(request);
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.exists(file) ? Files.lines(file) : Stream.empty()) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process child(ScriptedServer server) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData", // or it may warn on its output
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BatchChild.class.getName(),
                        server.address().toString(),
                        folder.resolve("in.jsonl").toString(),
                        folder.resolve("out.jsonl").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("child.log").toFile())
                .start();
    }

    @Test
    @DisplayName("F17 a batch that is killed anywhere loses no answer, and bills none twice but those in flight")
    void f17_killedBatch_losesNothing() throws Exception {
        Path out = folder.resolve("out.jsonl");
        Files.write(
                folder.resolve("in.jsonl"),
                IntStream.range(0, BODIES)
                        .mapToObj(i -> AiBody.of("question " + i).toJson().text())
                        .toList(),
                StandardCharsets.UTF_8);
        int killed = 0;
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(this::answer)) {
            for (int kill = 1; kill <= KILLS; kill++) {
                long target = (long) BODIES * kill / (KILLS + 1);
                Process child = child(server);
                Await.until(() -> lines(out) >= target || !child.isAlive(), Duration.ofMinutes(10));
                child.toHandle().destroyForcibly();
                killed += child.waitFor() == 0 ? 0 : 1; // on a busy machine it may have ended before
            }
            Process last = child(server);
            assertThat(last.waitFor()).as(() -> read("child.log")).isZero();
            assertThat(read("child.log")).startsWith(BODIES + " of " + BODIES + " answered, ");
        }
        try (Stream<Batch.Answer> answers = Batch.read(out)) {
            assertThat(answers.map(each -> each.line() + " " + each.ret().text())
                            .sorted())
                    .containsExactlyElementsOf(IntStream.range(0, BODIES)
                            .mapToObj(i -> (i + 1) + " Yes to question " + i)
                            .sorted()
                            .toList());
        }
        int twice = billed.values().stream().mapToInt(each -> each.get() - 1).sum();
        LOG.log(System.Logger.Level.INFO, "{0} bodies, {1} kills: {2} billed twice", BODIES, killed, twice);
        assertThat(billed).hasSize(BODIES);
        assertThat(killed).isPositive();
        assertThat(twice).as("in flight at a kill").isLessThanOrEqualTo(killed * BatchChild.PARALLEL);
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            return "";
        }
    }
}
