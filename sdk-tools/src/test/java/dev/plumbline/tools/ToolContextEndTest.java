package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Selector;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.InputRequest;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a tool can do with its context once its call is over: read everything, and do nothing. */
class ToolContextEndTest {
    /** The members that read: they never throw. */
    private static final Set<String> READS = Set.of(
            "call",
            "tool",
            "ids",
            "cancellation",
            "conversation",
            "tree",
            "branch",
            "state",
            "traceHeaders",
            "withArguments");

    /** The members that act: they are refused after the call. */
    private static final Set<String> ACTS = Set.of(
            "interject",
            "progress",
            "onUiThread",
            "edit",
            "ask",
            "publish",
            "child",
            "files",
            "http",
            "addTraceAttributes",
            "tempFolder",
            "file",
            "fetch");

    private static final StateKey<Integer> COUNT = StateKey.of("count", StateKey.Scope.SESSION, 0);

    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<TelemetryObserver.ExtensionFailure> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CompletableFuture<Thread> tools = new CompletableFuture<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        bench.close();
    }

    private static List<Method> members() {
        return Arrays.stream(ToolContext.class.getMethods())
                .filter(member -> !Modifier.isStatic(member.getModifiers()))
                .toList();
    }

    @Test
    @DisplayName("A1 each member of a tool's context either reads or acts")
    void a1_eachMember_readsOrActs() {
        assertThat(members().stream().map(Method::getName).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(READS, ACTS).flatMap(Set::stream).toList());
    }

    @Test
    @DisplayName("A1 after its call, a tool reads every fact of its context and is refused every act")
    void a1_afterTheCall_factsAreReadAndActsRefused() throws Exception {
        ToolContext kept = contextOfOverCall();
        requireReadable(kept);
        assertThat(kept.ids().turn()).isEqualTo("t");
        assertThat(kept.cancellation().isCancelled()).isTrue();
    }

    @Test
    @DisplayName("A1 the context of tests has the same two kinds of members")
    void a1_contextOfTests_isReadAndRefusesTheSame() {
        FakeToolContext fake = FakeToolContext.of("t", Json.object());
        fake.end();
        requireReadable(fake);
    }

    private static void requireReadable(ToolContext kept) {
        for (Method member : members()) {
            if (READS.contains(member.getName())) {
                assertThatCode(() -> member.invoke(kept, values(member)))
                        .as(member.toString())
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> member.invoke(kept, values(member)))
                        .as(member.toString())
                        .cause()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("can be read");
            }
        }
        State state = kept.state();
        assertThat(state.get(COUNT)).isZero();
        assertThatThrownBy(() -> state.update(COUNT, n -> n + 1)).hasMessageContaining("can be read");
    }

    private static Object[] values(Method member) {
        Map<Class<?>, Object> values = Map.of(
                String.class,
                "text",
                double.class,
                0.5,
                Callable.class,
                (Callable<Object>) () -> {
                    throw new AssertionError("an action ran after the call");
                },
                List.class,
                List.of("Yes"),
                Duration.class,
                Duration.ofSeconds(1),
                InputRequest.class,
                InputRequest.text("Why?"),
                Json.class,
                Json.object(),
                Map.class,
                Map.of(),
                URI.class,
                URI.create("https://example.com"));
        return Arrays.stream(member.getParameterTypes()).map(values::get).toArray();
    }

    private ToolContext contextOfOverCall() throws Exception {
        CompletableFuture<ToolContext> context = new CompletableFuture<>();
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
            context.complete(ctx);
            running.countDown();
            awaitRelease();
            return "late";
        }));
        endEarly();
        return context.get();
    }

    /** Starts the tool and cancels its turn while it runs. */
    private void endEarly() throws Exception {
        CompletableFuture<Void> caller = new CompletableFuture<>();
        IToolExecutor.CallScope scope = scope();
        Thread thread = new Thread(
                () -> {
                    bench.executor().execute(List.of(bench.call("t", Map.of())), scope);
                    caller.complete(null);
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        running.await();
        bench.turn.cancel("enough");
        caller.get();
    }

    private IToolExecutor.CallScope scope() {
        IToolExecutor.CallScope plain = bench.scope();
        return new IToolExecutor.CallScope(
                plain.ids(),
                Selector.ALL,
                List.of(),
                plain.cancellation(),
                plain.state(),
                plain.approvals(),
                new TelemetryObserver() {
                    @Override
                    public void onEvent(TelemetryEvent event) {}

                    @Override
                    public void onFailure(ExtensionFailure failure) {
                        failures.add(failure);
                    }
                },
                1,
                plain.listener());
    }

    private void awaitRelease() {
        while (release.getCount() > 0) {
            Thread.onSpinWait(); // ignores interrupts
        }
    }

    private void lateTool(AiToolEnd end) {
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
            tools.complete(Thread.currentThread());
            running.countDown();
            awaitRelease();
            end.run(ctx);
            return "late";
        }));
    }

    private List<String> reportedAfter(AiToolEnd end) throws Exception {
        lateTool(end);
        endEarly();
        assertThat(failures).isEmpty();
        release.countDown();
        bench.close();
        tools.get().join();
        return failures.stream()
                .map(failure -> failure.extension() + ": " + failure.cause())
                .toList();
    }

    @Test
    @DisplayName("A1 what a tool throws after its call is reported")
    void a1_exceptionAfterTheCall_isReported() throws Exception {
        assertThat(reportedAfter(ctx -> {
                    throw new IllegalArgumentException("no such wall");
                }))
                .containsExactly("tool t: java.lang.IllegalArgumentException: no such wall");
    }

    @Test
    @DisplayName("A1 an act that is refused after the call is reported, too")
    void a1_refusedAct_isReported() throws Exception {
        assertThat(reportedAfter(ctx -> ctx.progress(0.5, "half")))
                .singleElement()
                .asString()
                .contains("tool t: ", "this call of t is over", "check cancellation() before an effect");
    }

    @Test
    @DisplayName("A1 a tool that ends because it was stopped is not reported")
    void a1_endOfStoppedTool_isNotReported() throws Exception {
        assertThat(reportedAfter(ctx -> ctx.cancellation().throwIfCancelled())).isEmpty();
    }

    @Test
    @DisplayName("A1 what an action on the UI thread throws after its call is reported")
    void a1_exceptionOnTheUiThreadAfterTheCall_isReported() throws Exception {
        FakeHostApplication host = new FakeHostApplication();
        bench.with(builder -> builder.host(host));
        bench.with(ToolExecutorFixture.tool(
                        "t",
                        (in, ctx) -> ctx.onUiThread(() -> {
                            running.countDown();
                            awaitRelease();
                            throw new IllegalArgumentException("no such wall");
                        }))
                .withAffinity(ThreadAffinity.POOL));
        endEarly();
        release.countDown();
        CountDownLatch next = new CountDownLatch(1);
        host.execute(next::countDown);
        next.await();
        host.close();
        Await.until(() -> !failures.isEmpty(), () -> "nothing was reported"); // by the thread of the tool
        assertThat(failures)
                .extracting(failure -> failure.extension() + ": " + failure.cause())
                .containsExactly("tool t: java.lang.IllegalArgumentException: no such wall");
    }

    @Test
    @DisplayName(
            "A1 what an action on the UI thread throws is reported, also if its tool was interrupted while it waited")
    void a1_exceptionOnTheUiThreadAfterAnInterrupt_isReported() {
        FakeHostApplication host = new FakeHostApplication();
        bench.with(builder -> builder.host(host));
        CountDownLatch left = new CountDownLatch(1);
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
                    Thread tool = Thread.currentThread();
                    try {
                        return ctx.onUiThread(() -> {
                            tool.interrupt();
                            left.await();
                            throw new IllegalArgumentException("no such wall");
                        });
                    } finally {
                        left.countDown();
                    }
                })
                .withAffinity(ThreadAffinity.POOL));
        bench.executor().execute(List.of(bench.call("t", Map.of())), scope());
        Await.until(
                () -> failures.stream().anyMatch(each -> each.cause() instanceof IllegalArgumentException),
                () -> "reported: " + failures);
        host.close(); // which interrupts what still waits on the UI thread
    }

    /** What a tool does after its call is over. */
    @FunctionalInterface
    private interface AiToolEnd {
        void run(ToolContext context);
    }
}
