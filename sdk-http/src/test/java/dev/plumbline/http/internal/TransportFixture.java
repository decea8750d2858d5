package dev.plumbline.http.internal;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.time.Scheduler;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One transport to one address, exchanges over it, and what they brought. */
final class TransportFixture implements AutoCloseable, ResponseBodyHandler {
    final List<String> events = new CopyOnWriteArrayList<>();
    final HttpTransport transport;
    private final URI address;

    TransportFixture(URI address, NetworkSettings network) {
        this(address, network, Optional.empty());
    }

    /** Exchanges whose deadlines obey that time. */
    TransportFixture(URI address, NetworkSettings network, Optional<Scheduler> time) {
        this.address = address;
        this.transport = new HttpTransport("test", Timeouts.ofDefaults(), network, time);
    }

    static TransportFixture to(ScriptedServer server) {
        return new TransportFixture(server.address(), NetworkSettings.ofDefaults());
    }

    /** How a whole exchange ended: without an error, or with that. */
    Optional<AiError> run() {
        try {
            return run(exchange());
        } catch (AiException e) {
            return Optional.of(e.error());
        }
    }

    Optional<AiError> run(Exchange exchange) {
        try {
            exchange.send();
            exchange.read(this);
            return Optional.empty();
        } catch (AiException e) {
            return Optional.of(e.error());
        } finally {
            exchange.release();
        }
    }

    Exchange exchange() {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        return transport.exchange(
                Request.post(address, Map.of("Content-Type", "application/json"), body),
                BudgetTracker.unlimited(),
                Optional.empty());
    }

    CompletableFuture<Optional<AiError>> begin(Exchange exchange) {
        return CompletableFuture.supplyAsync(() -> run(exchange), task -> new Thread(task).start());
    }

    static <T> T end(CompletableFuture<T> running) {
        return running.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** Waits, in real time, for something another thread brings about. */
    static void until(BooleanSupplier there) {
        Await.until(there, () -> "it did not happen");
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        String text = new String(data, 0, length, StandardCharsets.UTF_8);
        events.add(text);
        return !text.equals("end");
    }

    @Override
    public void body(byte[] bytes, int length) {
        events.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        transport.close();
    }
}
