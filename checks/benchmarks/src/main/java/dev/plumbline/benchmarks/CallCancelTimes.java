package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Measures how long a cancelled call blocks its caller and its connection, in each state: connecting, no response yet,
 * a response without an event, between two events, during a fast stream. Prints the median, the 99th percentile and the
 * maximum:
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.CallCancelTimes [cancels in each state]</pre>
 */
public final class CallCancelTimes {
    private static final String EVENT = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n";

    private CallCancelTimes() {}

    /** Runs the measurement. */
    public static void main(String[] args) throws IOException {
        int times = args.length == 1 ? Integer.parseInt(args[0]) : 500;
        ServerResponse stream = ServerResponse.stream(EVENT.repeat(2_000));
        cancels("no answer yet", stream.stallsAfter(-1), 0, times);
        cancels("no event yet", stream.stallsAfter(0), 0, times);
        cancels("between two events", stream.stallsAfter(EVENT.length()), 1, times);
        cancels("while events pour in", stream.byEvent().withPace(Duration.ofMillis(1)), 1, times);
        connecting(times);
    }

    private static void cancels(String state, ServerResponse answer, int events, int times) {
        List<Long> caller = new ArrayList<>();
        List<Long> exchange = new ArrayList<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> answer);
                AiProvider provider = provider(server.address())) {
            for (int i = 1; i <= times + 50; i++) {
                int asked = i;
                Running running = new Running(provider);
                until(() -> server.requests().size() == asked && running.seen.get() >= events);
                caller.add(running.cancel());
                until(() -> server.openConnections() == 0);
                exchange.add(System.nanoTime() - running.cancelled);
            }
        }
        print(state, "caller", caller.subList(50, caller.size()));
        print(state, "connection", exchange.subList(50, exchange.size()));
    }

    /** Measures a port whose queue is full, so that connecting waits. */
    private static void connecting(int times) throws IOException {
        List<Long> caller = new ArrayList<>();
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket full = new ServerSocket(0, 1, here);
                Socket first = new Socket();
                Socket second = new Socket();
                AiProvider provider = provider(URI.create("http://127.0.0.1:" + full.getLocalPort() + "/v1"))) {
            first.connect(full.getLocalSocketAddress());
            second.connect(full.getLocalSocketAddress());
            for (int i = 0; i < times + 50; i++) {
                Running running = new Running(provider);
                LockSupport.parkNanos(5_000_000);
                caller.add(running.cancel());
            }
        }
        print("connecting", "caller", caller.subList(50, caller.size()));
    }

    private static AiProvider provider(URI address) {
        return OpenAiChat.builder("m").baseUrl(address.toString()).build();
    }

    private static void until(BooleanSupplier there) {
        while (!there.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static void print(String state, String who, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        int last = sorted.size() - 1;
        System.out.printf(
                "%-22s %-10s n %d  median %.2f ms  p99 %.2f ms  max %.2f ms%n",
                state,
                who,
                sorted.size(),
                sorted.get(last / 2) / 1e6,
                sorted.get(last * 99 / 100) / 1e6,
                sorted.get(last) / 1e6);
    }

    /** A call on its own thread. */
    private static final class Running {
        private final Cancellation cancellation = Cancellation.create();
        private final CompletableFuture<Long> released;
        private final AtomicInteger seen = new AtomicInteger();
        private long cancelled;

        Running(AiProvider provider) {
            AiCall call = AiCall.builder(AiBody.of("hi"), new ModelId("openai", "m"))
                    .cancellation(cancellation)
                    .sink(delta -> seen.incrementAndGet())
                    .build();
            released = CompletableFuture.supplyAsync(() -> ended(provider, call), task -> new Thread(task).start());
        }

        private static long ended(AiProvider provider, AiCall call) {
            AiError error = provider.call(call).error().orElseThrow();
            if (error.category() != AiError.Category.CANCELLED) {
                throw new IllegalStateException("ended with " + error.category());
            }
            return System.nanoTime();
        }

        /** Cancels the call, waits for its end and returns the time. */
        long cancel() {
            cancelled = System.nanoTime();
            cancellation.cancel("enough");
            return released.join() - cancelled;
        }
    }
}
