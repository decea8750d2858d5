package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Providers with one error each, written by a sixth author from the contract without knowledge of the laws. */
final class SixthProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SixthProviderFaults() {}

    static List<PlantedFault> all() {
        SixthProviderFaults faults = new SixthProviderFaults();
        faults.calls();
        faults.users();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiProvider> around) {
        all.add(new PlantedFault(
                PlantedFault.Kind.PROVIDER,
                name,
                breaks,
                "",
                () -> ProviderFaults.laws(server -> around.apply(new SocketProvider(server)))));
    }

    private void calls() {
        add(
                "names its gateway in errors and drops what had arrived",
                "A failed return has the error alone. AiProvider.call: \"A failure of the network or the service is an"
                        + " error value in the return, beside the content that had arrived, and never an exception.\"",
                Gateway::new);
        add(
                "reports the sum of the tokens at the end",
                "The tokens that the sink received are twice those of the return. AiDelta.UsageReport: \"The tokens"
                        + " used"
                        + " since the last report; reports add up\"; AiProvider: \"deltas go to the call's sink as they"
                        + " arrive, and the return is their fold\"",
                Summing::new);
        add(
                "hears a cancellation when it is its turn",
                "A call that waits for another one goes on waiting after it was cancelled. AiProvider.call: \"blocks"
                        + " until"
                        + " the answer is complete, failed or cancelled\"; AiCall.cancellation: \"Returns the"
                        + " cancellation,"
                        + " which ends every wait at once.\"",
                OneAtATime::new);
        add(
                "asks its default model, whichever is named",
                "The model of the call is ignored. AiProvider.defaultModel: \"Returns the model that answers if none is"
                        + " named.\"; AiCall.model: \"Returns the provider and model of this call.\"",
                DefaultModel::new);
    }

    private void users() {
        add(
                "counts a user who leaves twice as two",
                "A subscription that is closed twice closes the provider for another user. AiProvider.retain: \"a"
                        + " provider"
                        + " that several runtimes share should free its resources with the last of them\" and \"a"
                        + " subscription that ends the use; idempotent\"",
                Shared::new);
    }

    /** Passes everything on. */
    private abstract static class Forwarding implements AiProvider {
        final AiProvider service;

        Forwarding(AiProvider service) {
            this.service = service;
        }

        @Override
        public String id() {
            return service.id();
        }

        @Override
        public String defaultModel() {
            return service.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return service.call(call);
        }

        @Override
        public String endpoint() {
            return service.endpoint();
        }

        @Override
        public Map<String, String> requestAttributes() {
            return service.requestAttributes();
        }

        @Override
        public SchemaDialect schemaDialect() {
            return service.schemaDialect();
        }

        @Override
        public List<ModelInfo> models() {
            return service.models();
        }

        @Override
        public Prices.Rate priceRate() {
            return service.priceRate();
        }

        @Override
        public List<ModelInfo> fetchModels() {
            return service.fetchModels();
        }

        @Override
        public void warmUp() {
            service.warmUp();
        }

        @Override
        public Subscription retain() {
            return service.retain();
        }

        @Override
        public void close() {
            service.close();
        }
    }

    /** Names the gateway in errors. */
    private static final class Gateway extends Forwarding {
        Gateway(AiProvider service) {
            super(service);
        }

        @Override
        public AiReturn call(AiCall call) {
            AiReturn ret = service.call(call);
            return ret.error()
                    .map(error -> AiReturn.failed(error.withDetail("gateway", "eu-1")))
                    .orElse(ret);
        }
    }

    /** Reports the sum of the tokens for views that show it. */
    private static final class Summing extends Forwarding {
        Summing(AiProvider service) {
            super(service);
        }

        @Override
        public AiReturn call(AiCall call) {
            AiReturn ret = service.call(call);
            if (!ret.usage().equals(Usage.NONE)) {
                call.sink().accept(new AiDelta.UsageReport(ret.usage()));
            }
            return ret;
        }
    }

    /** Sends one call at a time to a small server. */
    private static final class OneAtATime extends Forwarding {
        private final Lock turn = new ReentrantLock();

        OneAtATime(AiProvider service) {
            super(service);
        }

        @Override
        public AiReturn call(AiCall call) {
            turn.lock();
            try {
                return service.call(call);
            } finally {
                turn.unlock();
            }
        }
    }

    /** Sends calls to the model of its settings. */
    private static final class DefaultModel extends Forwarding {
        DefaultModel(AiProvider service) {
            super(service);
        }

        @Override
        public AiReturn call(AiCall call) {
            return service.call(call.withModel(new ModelId(id(), defaultModel())));
        }
    }

    /** Is closed by the last of its users. */
    private static final class Shared extends Forwarding {
        private final AtomicInteger users = new AtomicInteger();

        Shared(AiProvider service) {
            super(service);
        }

        @Override
        public Subscription retain() {
            users.incrementAndGet();
            return () -> {
                if (users.decrementAndGet() == 0) {
                    close();
                }
            };
        }
    }
}
