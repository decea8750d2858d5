package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;

/** A provider of an eleventh author that asks the first server it reaches, or one of its faults by number. */
final class Failover implements AiProvider {
    private static final Duration REST = Duration.ofSeconds(30);

    private final int wrong;
    private final String id;
    private final List<AiProvider> servers;
    private final Scheduler time;
    private final AtomicReferenceArray<Instant> restUntil;
    private volatile AiReturn last = unreached();
    private final AtomicInteger users = new AtomicInteger();

    Failover(int wrong, String id, List<AiProvider> servers, Scheduler time) {
        this.wrong = wrong;
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("at least one server");
        }
        this.id = id;
        this.servers = List.copyOf(servers);
        this.time = time;
        this.restUntil = new AtomicReferenceArray<>(
                servers.stream().map(server -> Instant.MIN).toArray(Instant[]::new));
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String defaultModel() {
        return servers.get(0).defaultModel();
    }

    @Override
    public String endpoint() { // whoever answers: an answer of one set of servers is not one of another set
        return servers.stream()
                .limit(wrong == 15 ? 1 : servers.size())
                .map(AiProvider::endpoint)
                .collect(Collectors.joining(" "));
    }

    @Override
    public Map<String, String> requestAttributes() {
        Map<String, String> all = new LinkedHashMap<>();
        servers.forEach(server -> server.requestAttributes().forEach(all::putIfAbsent));
        return Map.copyOf(all);
    }

    @Override
    public JsonSchemaService.SchemaDialect schemaDialect() {
        return servers.get(0).schemaDialect();
    }

    @Override
    public List<ModelInfo> models() {
        return servers.get(0).models();
    }

    @Override
    public ModelInfo.Prices.Rate priceRate() {
        return servers.get(0).priceRate();
    }

    @Override
    public List<ModelInfo> fetchModels() {
        return servers.get(0).fetchModels();
    }

    @Override
    public AiReturn call(AiCall call) {
        AiReturn ret = unreached();
        for (int number : order()) {
            ret = servers.get(number).call(call);
            last = ret;
            if (!isUnreached(ret, call)) {
                restUntil.set(number, Instant.MIN);
                return wrong == 14 ? last : ret;
            }
            restUntil.set(number, time.instant().plus(REST));
            if (call.cancellation().isCancelled()) {
                return ret;
            }
        }
        return wrong == 14 ? last : ret;
    }

    private List<Integer> order() {
        Instant now = time.instant();
        List<Integer> awake = new ArrayList<>();
        List<Integer> resting = new ArrayList<>();
        for (int number = 0; number < servers.size(); number++) {
            Instant until = restUntil.get(number);
            (!now.isBefore(until) ? awake : resting).add(number);
        }
        awake.addAll(resting);
        return awake;
    }

    private static AiReturn unreached() {
        return AiReturn.failed(AiError.of(AiError.Category.NETWORK, "connect", "no server was reached"));
    }

    private boolean isUnreached(AiReturn ret, AiCall call) {
        return ret.error()
                        .filter(error -> wrong == 12 ? error.retryable() : isOfTheWay(error))
                        .isPresent()
                && ret.interactions().isEmpty()
                && !call.sink().hasDelivered();
    }

    private static boolean isOfTheWay(AiError error) {
        return error.category() == AiError.Category.NETWORK
                        && (error.code().equals("connect") || error.code().equals("unknown-host"))
                || error.category() == AiError.Category.TIMEOUT_CONNECT;
    }

    @Override
    public void warmUp() {
        servers.get(0).warmUp();
    }

    @Override
    public Subscription retain() {
        users.incrementAndGet();
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if ((!ended.getAndSet(true) || wrong == 13) && users.decrementAndGet() == 0) {
                close();
            }
        };
    }

    @Override
    public void close() {
        servers.forEach(AiProvider::close);
    }
}
