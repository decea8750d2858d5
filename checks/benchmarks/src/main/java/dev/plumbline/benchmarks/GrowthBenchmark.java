package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures two hundred turns after a number of entries, and as many forks, each in its own conversation. The model
 * answers at once and reads nothing, so that growth is a cost of the SDK. The branch is reset before each turn, so that
 * it does not grow. Divide by two hundred.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 60, batchSize = 200)
@Measurement(iterations = 30, batchSize = 200)
public class GrowthBenchmark {
    @Param({"10", "1000", "10000"})
    private int entries;

    private final AiRuntime ai = AiRuntime.of(new InstantProvider());
    private ConversationSession session = ai.session(AiBody.of("Not yet."));
    private ConversationEntry end = session.head();
    private int forks;

    /** Opens a conversation of that many entries. */
    @Setup(Level.Iteration)
    public void open() {
        session = ai.session(SampleTranscripts.ofEntries(entries));
        end = session.head();
    }

    /** Closes the conversation. */
    @TearDown(Level.Iteration)
    public void closeSession() {
        session.close();
    }

    /** Closes the runtime. */
    @TearDown(Level.Trial)
    public void close() {
        ai.close();
    }

    /** Measures a turn. */
    @Benchmark
    public AiReturn turn() {
        session.continueFrom(end);
        return session.send("And now?");
    }

    /** Measures a fork. */
    @Benchmark
    public String fork() {
        try (ConversationSession fork = session.fork("fork " + forks++)) {
            return fork.branch();
        }
    }
}
