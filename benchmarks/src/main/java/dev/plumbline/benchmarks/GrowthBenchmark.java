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
 * Two hundred turns behind so many entries, and as many forks there, each in a conversation opened for it. The model answers
 * at once and looks at nothing, so what grows with the conversation is the SDK's own; before each turn the branch goes back
 * to where it was, so that it does not grow. Divide by two hundred.
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

    /** A conversation of that many entries. */
    @Setup(Level.Iteration)
    public void open() {
        session = ai.session(SampleTranscripts.ofEntries(entries));
        end = session.head();
    }

    /** Ends it. */
    @TearDown(Level.Iteration)
    public void closeSession() {
        session.close();
    }

    /** Ends all. */
    @TearDown(Level.Trial)
    public void close() {
        ai.close();
    }

    /** A turn. */
    @Benchmark
    public AiReturn turn() {
        session.continueFrom(end);
        return session.send("And now?");
    }

    /** A branch. */
    @Benchmark
    public String fork() {
        try (ConversationSession fork = session.fork("fork " + forks++)) {
            return fork.branch();
        }
    }
}
