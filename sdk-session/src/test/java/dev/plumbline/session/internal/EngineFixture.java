package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An engine on fakes: a scripted model, fake tools, a virtual clock and a few threads. */
final class EngineFixture implements AutoCloseable {
    static final ModelId MODEL = new ModelId("scripted", "script");

    final ScriptedProvider provider = ScriptedProvider.create();
    final FakeToolExecutor tools = new FakeToolExecutor();
    final VirtualClock clock = VirtualClock.create();
    final ExecutorService threads;
    final List<TelemetryEvent> telemetry = new CopyOnWriteArrayList<>();
    final SessionEngine engine;

    EngineFixture() {
        this(builder -> builder);
    }

    EngineFixture(UnaryOperator<EngineSettings> more) {
        this(4, Optional.empty(), more);
    }

    EngineFixture(int threads, Optional<AiProvider> other, UnaryOperator<EngineSettings> more) {
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "session");
            thread.setDaemon(true);
            return thread;
        });
        AiProvider asked = other.orElse(provider);
        AtomicInteger number = new AtomicInteger();
        this.engine = more.apply(EngineSettings.of(PolicyChain.builder().build(asked), tools)
                        .time(clock)
                        .executor(this.threads)
                        .ids(() -> "id" + number.incrementAndGet())
                        .model(MODEL)
                        .observer(telemetry::add))
                .build();
    }

    ConversationSession open() {
        return open(AiBody.builder().addSystem("You draw.").toolFilter("*").build());
    }

    ConversationSession open(AiBody body) {
        return engine.open(body, SessionOptions.none());
    }

    /** How the tools of a turn ended: "ok", or the code of the refusal. */
    static List<String> codes(AiReturn ret) {
        return ret.toolResults().stream()
                .map(result ->
                        result.envelope().failure().map(f -> f.code().name()).orElse("ok"))
                .toList();
    }

    @Override
    public void close() {
        engine.close();
        threads.shutdownNow();
    }
}
