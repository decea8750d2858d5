package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is larger than the memory there is, in a program of its own. */
class SmallHeapTest {

    @Test
    @Tag("SH92")
    @Tag("F57")
    @DisplayName("57 100 MB from a tool under 64 MB of memory end in a capped envelope, counted and kept")
    void hundredMegabytes_endInACappedEnvelope() throws Exception {
        assertThat(output("list"))
                .contains("ok=true", "counted=true", "kept=10")
                .doesNotContain("OutOfMemory");
    }

    @Test
    @DisplayName("56 a tool that runs out of memory fails, and the next one works")
    void outOfMemory_isTheToolsFailure() throws Exception {
        assertThat(output("hoard")).contains("code=FAILED", "next=true");
    }

    private static String output(String what) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Drill.class.getName(),
                        what)
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output;
    }

    /** The program. */
    static final class Drill {
        private static long kept;

        private Drill() {}

        public static void main(String... args) {
            try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
                bench.with(b -> b.resultStore(new Counting()))
                        .with(
                                ToolExecutorFixture.tool(
                                        "list",
                                        (in, ctx) ->
                                                IntStream.range(0, 1_000_000).mapToObj(i -> "x".repeat(100))),
                                ToolExecutorFixture.tool("hoard", (in, ctx) -> new byte[2_000_000_000]),
                                ToolExecutorFixture.tool("next", (in, ctx) -> 1));
                ToolEnvelope envelope = bench.run(args[0]);
                int size = JsonTruncator.bytes(envelope.toJson());
                if (size > ToolLimits.ofDefaults().resultBytes()) {
                    throw new AssertionError("too large: " + size);
                }
                System.out.println("ok=" + envelope.isOk() + " counted="
                        + envelope.meta().at("/total").exists() + " kept=" + kept);
                System.out.println(
                        "code=" + envelope.failure().map(f -> f.code().name()).orElse("none"));
                System.out.println("next=" + bench.run("next").isOk());
            }
        }

        /** Reads everything and keeps its length. */
        private static final class Counting implements ToolResultStore {
            @Override
            public Optional<StoredResult> store(String session, String mediaType, InputStream content)
                    throws IOException {
                byte[] some = new byte[8192];
                for (int n = content.read(some); n >= 0; n = content.read(some)) {
                    kept += n;
                }
                return Optional.of(new StoredResult("a".repeat(64), mediaType, kept, InputStream::nullInputStream));
            }

            @Override
            public Optional<StoredResult> find(String session, String reference) {
                return Optional.empty();
            }
        }
    }
}
