package dev.plumbline.integration.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opens, feeds and abandons every kind of input that others made, again and again: threads, open files and memory are as
 * before. {@code -Ddeep.abandoned} sets how often; 100 times by default.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the JDK counts no open files there")
class AbandonedInputsTest {
    private static final int TIMES = Integer.getInteger("deep.abandoned", 100);
    private static final long MOST_MEMORY = 16L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource
    @Tag("S31")
    @Tag("S32")
    void input_leavesNothing(FuzzTarget target) throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(FuzzCorpusTest.folder(target))) {
            for (Path seed : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(seed));
            }
        }
        Random random = new Random(5);
        leavesNothing(time -> {
            byte[] seed = seeds.get(time % seeds.size());
            target.take(Arrays.copyOf(seed, random.nextInt(seed.length + 1)));
        });
    }

    @Test
    void answer_thatIsCancelledInItsMiddle_leavesNothing() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .otherwise(request -> ServerResponse.stream("a long answer about walls")
                                .stallsAfter(120));
                OpenAiChat provider = OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(Secret.of("key".toCharArray()))
                        .build()) {
            leavesNothing(time -> {
                Cancellation cancellation = Cancellation.create();
                var ret = provider.call(AiCall.builder(AiBody.of("hi"), new ModelId("openai", "m"))
                        .cancellation(cancellation)
                        .sink(delta -> cancellation.cancel("it was enough"))
                        .build());
                assertThat(ret.isOk()).isFalse();
            });
        }
    }

    private static void leavesNothing(java.util.function.IntConsumer feed) {
        for (int time = 0; time < TIMES / 2; time++) { // loads classes, fills pools
            feed.accept(time);
        }
        Left before = Left.now();
        for (int time = 0; time < TIMES; time++) {
            feed.accept(time);
        }
        assertThat(Await.until(() -> Left.threadsAndFiles(before), PATIENCE)).isTrue();
        assertThat(Left.now().memory()).isLessThan(before.memory() + MOST_MEMORY);
    }

    /** What is in use. */
    private record Left(int threads, long files, long memory) {
        private static final int CONNECTIONS = 12;

        static Left now() {
            System.gc();
            Runtime heap = Runtime.getRuntime();
            return new Left(threadCount(), fileCount(), heap.totalMemory() - heap.freeMemory());
        }

        /** Connections and threads of pools may wait for a while; they do not grow with the inputs. */
        static boolean threadsAndFiles(Left before) {
            return threadCount() <= before.threads + CONNECTIONS && fileCount() <= before.files + CONNECTIONS;
        }

        private static int threadCount() {
            return ManagementFactory.getThreadMXBean().getThreadCount();
        }

        private static long fileCount() {
            return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getOpenFileDescriptorCount();
        }
    }
}
