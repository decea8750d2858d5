package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.time.Subscription;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Providers with one error each, written by an eighth author from the contract without knowledge of the laws. */
final class EighthProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EighthProviderFaults() {}

    static List<PlantedFault> all() {
        EighthProviderFaults faults = new EighthProviderFaults();
        faults.streams();
        faults.requests();
        faults.lives();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<AiProvider> wrapped) {
        ProviderLaws laws = server -> wrapped.apply(client(server));
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> laws));
    }

    private static AiProvider client(ScriptedServer server) {
        return new SocketProvider(server.address());
    }

    private void streams() {
        add(
                "holds white space back and loses it when the answer breaks off",
                "White space at the end of a piece is shown with the piece behind it, so that views do not jump; if"
                        + " the answer fails, it is in the return and not in the sink. AiProvider: \"deltas go to the"
                        + " call's sink as they arrive, and the return is their fold\".",
                Steady::new);
        add(
                "has one listener for all calls",
                "The sink of the newest call receives the deltas of all calls that run. AiProvider: \"Thread-safe.\","
                        + " and \"deltas go to the call's sink as they arrive, and the return is their fold\".",
                OneListener::new);
    }

    private void requests() {
        add(
                "puts the length of the house above that of the call",
                "The greatest length of an answer that the call asks for is not sent. ModelOptions.mergedOver: \"the"
                        + " value of this where set, else that of the lower level\"; docs/settings.md: \"Settings of a"
                        + " question replace those of its conversation, which replace those of the runtime, setting"
                        + " by setting.\"",
                HouseLength::new);
    }

    private void lives() {
        add(
                "connects to the service to warm up",
                "Warming up opens a connection to the service. AiProvider.warmUp:"
                        + " \"Prepares what a first call would have to create, without any network access.\"",
                Warm::new);
        add(
                "closes when its last user has gone",
                "While a runtime uses the provider, close leaves it open and its calls running. AiProvider.close:"
                        + " \"Frees its resources at once, even if it is in use; idempotent.\"",
                Patient::new);
    }

    /** A provider that passes everything on. */
    private abstract static class Wrapped implements AiProvider {
        final AiProvider inner;

        Wrapped(AiProvider inner) {
            this.inner = inner;
        }

        @Override
        public String id() {
            return inner.id();
        }

        @Override
        public String defaultModel() {
            return inner.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return inner.call(call);
        }

        @Override
        public String endpoint() {
            return inner.endpoint();
        }

        @Override
        public Map<String, String> requestAttributes() {
            return inner.requestAttributes();
        }

        @Override
        public SchemaDialect schemaDialect() {
            return inner.schemaDialect();
        }

        @Override
        public List<ModelInfo> models() {
            return inner.models();
        }

        @Override
        public Prices.Rate priceRate() {
            return inner.priceRate();
        }

        @Override
        public List<ModelInfo> fetchModels() {
            return inner.fetchModels();
        }

        @Override
        public void warmUp() {
            inner.warmUp();
        }

        @Override
        public Subscription retain() {
            return inner.retain();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    /** Shows white space when something follows it. */
    private static final class Steady extends Wrapped {
        Steady(AiProvider inner) {
            super(inner);
        }

        @Override
        public AiReturn call(AiCall call) {
            Held held = new Held(call.sink());
            AiReturn ret = inner.call(call.withSink(held));
            if (ret.isOk()) {
                held.release();
            }
            return ret;
        }

        private static final class Held implements Consumer<AiDelta> {
            private final DeltaSink shown;
            private String blank = "";

            Held(DeltaSink shown) {
                this.shown = shown;
            }

            @Override
            public void accept(AiDelta delta) {
                if (delta instanceof AiDelta.Text piece) {
                    String text = blank + piece.text();
                    String visible = text.stripTrailing();
                    blank = text.substring(visible.length());
                    if (!visible.isEmpty()) {
                        shown.accept(new AiDelta.Text(visible));
                    }
                } else {
                    release();
                    shown.accept(delta);
                }
            }

            void release() {
                if (!blank.isEmpty()) {
                    shown.accept(new AiDelta.Text(blank));
                    blank = "";
                }
            }
        }
    }

    /** Reports deltas to a listener, as a client with callbacks does. */
    private static final class OneListener extends Wrapped {
        private volatile DeltaSink listener = DeltaSink.DISCARDING;

        OneListener(AiProvider inner) {
            super(inner);
        }

        @Override
        public AiReturn call(AiCall call) {
            listener = call.sink();
            return inner.call(call.withSink((AiDelta delta) -> listener.accept(delta)));
        }
    }

    /** Asks for answers of at most that length unless a call says something else. */
    private static final class HouseLength extends Wrapped {
        private static final int LENGTH = 1000;
        private static final ModelOptions HOUSE =
                ModelOptions.builder().maxOutputTokens(LENGTH).build();

        HouseLength(AiProvider inner) {
            super(inner);
        }

        @Override
        public AiReturn call(AiCall call) {
            return inner.call(call.withOptions(HOUSE.mergedOver(call.options())));
        }

        @Override
        public Map<String, String> requestAttributes() {
            Map<String, String> more = new TreeMap<>(inner.requestAttributes());
            more.put("house.length", String.valueOf(LENGTH));
            return more;
        }
    }

    /** Opens a connection before the first call. */
    private static final class Warm extends Wrapped {
        private final AtomicBoolean done = new AtomicBoolean();

        Warm(AiProvider inner) {
            super(inner);
        }

        @Override
        public void warmUp() {
            if (done.compareAndSet(false, true)) {
                inner.warmUp();
                URI service = URI.create(inner.endpoint());
                try (Socket line = new Socket(service.getHost(), service.getPort())) {
                    line.setTcpNoDelay(true);
                } catch (IOException cold) {
                    // the first call connects
                }
            }
        }

        @Override
        public void close() {
            done.set(true);
            inner.close();
        }
    }

    /** Counts its users. */
    private static final class Patient extends Wrapped {
        private int users;

        Patient(AiProvider inner) {
            super(inner);
        }

        @Override
        public synchronized Subscription retain() {
            users++;
            AtomicBoolean ended = new AtomicBoolean();
            return () -> {
                if (ended.compareAndSet(false, true)) {
                    release();
                }
            };
        }

        private synchronized void release() {
            users--;
            if (users == 0) {
                inner.close();
            }
        }

        @Override
        public synchronized void close() {
            if (users == 0) {
                inner.close();
            }
        }
    }
}
