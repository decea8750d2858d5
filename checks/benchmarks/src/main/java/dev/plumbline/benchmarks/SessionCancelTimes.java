package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Measures how long a cancelled turn blocks its caller, in each state of a turn, and checks that it ends once, as
 * cancelled. Between two turns it measures the cancellation itself, and checks that the next turn is not affected.
 * Prints the median, the 99th percentile and the maximum.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.SessionCancelTimes [cancels in each state]</pre>
 */
public final class SessionCancelTimes {
    private static final String EVENT = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n";

    private static final int WARM = 20;

    private final int times;
    private final AtomicInteger reached = new AtomicInteger();

    private SessionCancelTimes(int times) {
        this.times = times;
    }

    /** Runs the measurement. */
    @SuppressWarnings("try") // names are stuck, not used
    public static void main(String[] args) throws IOException, InterruptedException {
        SessionCancelTimes all = new SessionCancelTimes(args.length == 1 ? Integer.parseInt(args[0]) : 200);
        try (BlockedDnsLookup names = new BlockedDnsLookup()) {
            all.measure("resolving a name", wire("https://nobody.test/v1"), builder -> builder, all.whenSigned(-1));
        }
        all.inTheProgram();
        all.inTheLine();
        all.betweenTurns();
        ServerResponse stream = ServerResponse.stream(EVENT.repeat(2_000));
        all.atAServer("waiting for headers", stream.stallsAfter(-1));
        all.atAServer("before the first event", stream.stallsAfter(0));
        all.atAServer("in mid-stream", stream.stallsAfter(EVENT.length()));
        all.atAPort("connecting", true, "http");
        all.atAPort("in the handshake", false, "https");
        all.atAPort("sending", false, "http");
    }

    private void inTheProgram() {
        AiProvider deaf = provider(call -> waiting());
        measure("before it began", deaf, builder -> builder, whenSigned(0));
        measure("in a provider", deaf, builder -> builder, whenSigned(1));
        measure("in a policy", deaf, builder -> builder.addPolicy("waits", (call, next) -> waiting()), whenSigned(1));
        measure(
                "in backoff",
                deaf,
                builder -> builder.addPolicy("backs off", (call, next) -> {
                    reached.incrementAndGet();
                    call.cancellation().sleep(Duration.ofHours(1), "backoff");
                    return next.proceed(call);
                }),
                whenSigned(1));
        AiProvider drawing = provider(call -> said(call, new AiDelta.ToolCallPart(0, "a", "draw", "{}")));
        AiTool tool = AiTool.of("draw", "Draws.", Nothing.class, (in, context) -> waiting());
        measure("in a tool", drawing, builder -> builder.addTools(tool), whenSigned(1));
        AiProvider talking = provider(call -> {
            said(call, new AiDelta.Text("word "));
            return waiting();
        });
        measure(
                "in an observer",
                talking,
                builder -> builder.addView(new ConversationObserver() {
                    @Override
                    public void onText(String piece) {
                        AiReturn unused = waiting();
                    }
                }),
                whenSigned(2));
    }

    /** The input of a tool without arguments. */
    record Nothing() {}

    /** Signals that it runs, and then ignores the cancellation for a while. */
    private AiReturn waiting() {
        reached.incrementAndGet();
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        return AiReturn.ofText("late");
    }

    private static AiReturn said(AiCall call, AiDelta delta) {
        call.sink().accept(delta);
        return Fold.of(List.of(delta));
    }

    private static AiProvider provider(Function<AiCall, AiReturn> body) {
        return new AiProvider() {
            @Override
            public String id() {
                return "here";
            }

            @Override
            public String defaultModel() {
                return "here";
            }

            @Override
            public AiReturn call(AiCall call) {
                return body.apply(call);
            }
        };
    }

    private void atAServer(String state, ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> answer)) {
            measure(state, wire(server.address().toString()), builder -> builder, whenSigned(-1));
        }
    }

    /** Measures a port without a reader; with a full queue connecting waits. */
    private void atAPort(String state, boolean full, String scheme) throws IOException {
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket port = new ServerSocket(0, full ? 1 : times + 100, here);
                Socket first = new Socket();
                Socket second = new Socket()) {
            if (full) {
                first.connect(port.getLocalSocketAddress());
                second.connect(port.getLocalSocketAddress());
            }
            measure(
                    state,
                    wire(scheme + "://127.0.0.1:" + port.getLocalPort() + "/v1"),
                    builder -> builder,
                    whenSigned(-1));
        }
    }

    private static AiProvider wire(String address) {
        return OpenAiChat.builder("m")
                .baseUrl(address)
                .apiKey(Secret.of("none".toCharArray()))
                .build();
    }

    /** Measures a turn that waits for another turn of the same session, which does not end. */
    private void inTheLine() {
        List<ConversationSession> busy = new ArrayList<>();
        SessionOptions inLine = SessionOptions.builder()
                .busyAction(SessionOptions.BusyAction.QUEUE)
                .build();
        measure("in the line", provider(call -> never(call)), builder -> builder, ai -> {
            if (busy.isEmpty()) {
                busy.add(ai.session(AiBody.builder().build()));
                CompletableFuture<AiReturn> unused = busy.get(0).sendAsync("First.");
            }
            return cancelled(busy.get(0), inLine, 0);
        });
    }

    private static AiReturn never(AiCall call) {
        call.cancellation().sleep(Duration.ofHours(1), "never");
        return AiReturn.ofText("late");
    }

    private void betweenTurns() {
        List<Long> kept = new ArrayList<>();
        boolean harmed = false;
        try (AiRuntime ai = AiRuntime.of(new InstantProvider());
                ConversationSession session = ai.session(AiBody.builder().build())) {
            for (int i = 0; i < times + WARM; i++) {
                harmed |= !session.send("And now?").isOk();
                long from = System.nanoTime();
                harmed |= session.cancel("late");
                kept.add(System.nanoTime() - from);
            }
        }
        print("between turns", kept, harmed ? "HARMED the next turn" : "nothing to end");
    }

    /** Cancels turns in a state, each in the given way. */
    private void measure(
            String state, AiProvider provider, UnaryOperator<AiRuntime.Builder> more, ToLongFunction<AiRuntime> one) {
        List<Long> kept = new ArrayList<>();
        AtomicInteger ends = new AtomicInteger();
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(provider).addView(new ConversationObserver() {
            @Override
            public void onFinished(AiReturn ret) {
                ends.addAndGet(ret.status() == AiReturn.Status.CANCELLED ? 1 : 1_000_000);
            }
        });
        int all = times + WARM;
        try (AiRuntime ai = more.apply(builder).build()) {
            for (int i = 0; i < all; i++) {
                kept.add(one.applyAsLong(ai));
            }
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (ends.get() < all && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            print(state, kept, verdict(all, ends.get()));
        }
    }

    /** Returns the verdict on the number of shown ends; a turn that never began shows none. */
    private static String verdict(int cancels, int ends) {
        if (ends == 0) {
            return "none was ever shown";
        }
        return ends == cancels ? "each ended once" : "NOT each ended once";
    }

    /**
     * Returns a function that cancels a turn of a new session.
     *
     * @param signs the number of signals that the turn has reached the state; -1 if there is none, so that it waits a
     *     moment
     */
    private ToLongFunction<AiRuntime> whenSigned(int signs) {
        return ai -> {
            reached.set(0);
            try (ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build())) {
                return cancelled(session, SessionOptions.none(), signs);
            }
        };
    }

    private long cancelled(ConversationSession session, SessionOptions more, int signs) {
        Cancellation signal = Cancellation.create();
        SessionOptions options = more.toBuilder().addCancellation(signal).build();
        CompletableFuture<AiReturn> turn = session.sendAsync(Interaction.user("Go."), options);
        while (reached.get() < signs) {
            LockSupport.parkNanos(50_000);
        }
        if (signs < 0) {
            LockSupport.parkNanos(5_000_000);
        }
        long from = System.nanoTime();
        signal.cancel("enough");
        AiReturn ret = turn.join();
        long took = System.nanoTime() - from;
        if (ret.status() != AiReturn.Status.CANCELLED) {
            throw new IllegalStateException("a cancelled turn ended " + ret.status() + ": " + ret.error());
        }
        return took;
    }

    private static void print(String state, List<Long> nanos, String verdict) {
        List<Long> sorted = nanos.stream().skip(WARM).sorted().toList();
        int last = sorted.size() - 1;
        System.out.printf(
                "%-24s n %d  median %.2f ms  p99 %.2f ms  max %.2f ms  %s%n",
                state,
                sorted.size(),
                sorted.get(last / 2) / 1e6,
                sorted.get(last * 99 / 100) / 1e6,
                sorted.get(last) / 1e6,
                verdict);
    }
}
