package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures appending one interaction to a body of 100 and computing its fingerprint, compared with SHA-256 of the same
 * characters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AppendBenchmark {
    /** The length of the appended text. */
    @Param({"200", "1000000"})
    public int characters;

    private final AiBody body = hundred();
    private String text = "";

    private static AiBody hundred() {
        AiBody.Builder builder = AiBody.builder();
        for (int i = 0; i < 100; i++) {
            builder.addUser("interaction " + i);
        }
        AiBody body = builder.build();
        body.fingerprint();
        return body;
    }

    /** Creates the text. */
    @Setup
    public void setUp() {
        text = "A wall of 5 metres. ".repeat(characters / 20);
    }

    /** Measures the SDK. */
    @Benchmark
    public Fingerprint append() {
        return body.withAdded(Interaction.user(text)).fingerprint();
    }

    /** Measures the baseline: SHA-256 of the same characters as UTF-8. */
    @Benchmark
    public byte[] floor() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    }
}
