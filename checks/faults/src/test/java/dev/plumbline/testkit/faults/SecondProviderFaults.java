package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.time.Subscription;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Providers with one error each, written by a second author from the contract without knowledge of the laws. */
final class SecondProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SecondProviderFaults() {}

    static List<PlantedFault> all() {
        SecondProviderFaults faults = new SecondProviderFaults();
        faults.content();
        faults.ends();
        faults.resources();
        faults.properties();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> ProviderFaults.laws(provider)));
    }

    private void content() {
        // AiDelta.UsageReport: "The tokens used since the last report"
        add(
                "reports the tokens of all its calls",
                "The usage of earlier calls is added to that of a call.",
                server -> new SocketProvider(server) {
                    private Usage sum = Usage.NONE;

                    @Override
                    synchronized Usage usage(Json json) {
                        Usage now = super.usage(json);
                        sum = Usage.of(sum.input() + now.input(), sum.output() + now.output());
                        return sum;
                    }
                });
        // AiProvider.call: "the content that had arrived"; the text of the service, unchanged
        add(
                "normalizes text",
                "Characters that have a composed form are composed, so the text differs from that of the service.",
                server -> new SocketProvider(server) {
                    @Override
                    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                        AiDelta same = delta instanceof AiDelta.Text text
                                ? new AiDelta.Text(Normalizer.normalize(text.text(), Normalizer.Form.NFC))
                                : delta;
                        super.push(same, call, pushed);
                    }
                });
        // AiCall.effective: the interactions that are sent
        add(
                "sends equal interactions once",
                "A message that equals an earlier one is not sent.",
                server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        return super.sent(call).stream().distinct().toList();
                    }
                });
    }

    private void ends() {
        // AiProvider.call: "A failure of the network or the service is an error value in the return"
        add(
                "takes a damaged event for the end",
                "An event that is no JSON ends the answer, which is complete.",
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> failure(Exception e) {
                        return e instanceof JsonException ? Optional.empty() : super.failure(e);
                    }
                });
        // AiProvider.call: "blocks until the answer is complete, failed or cancelled"
        add(
                "ends half of the connection",
                "After a cancellation the answer is still read.",
                server -> new SocketProvider(server) {
                    @Override
                    void end(Socket socket) {
                        try {
                            socket.shutdownOutput();
                        } catch (IOException gone) {
                            // gone is what was wanted
                        }
                    }
                });
    }

    private void resources() {
        // AiProvider.retain: "a subscription that ends the use; idempotent"
        add(
                "ends a use once",
                "To end a use that has ended is an IllegalStateException.",
                server -> new SocketProvider(server) {
                    @Override
                    public Subscription retain() {
                        AtomicBoolean ended = new AtomicBoolean();
                        return () -> {
                            if (ended.getAndSet(true)) {
                                throw new IllegalStateException("this use has ended");
                            }
                        };
                    }
                });
        // AiProvider.warmUp: "without any network access"
        add(
                "connects to warm up",
                "Before the first call a connection is opened and closed.",
                server -> new SocketProvider(server) {
                    @Override
                    public void warmUp() {
                        connect(server).ifPresent(this::end);
                    }
                });
        // AiProvider.close: "Frees its resources at once"
        add(
                "keeps spare connections",
                "A connection for the next call stays open after close.",
                server -> new SocketProvider(server) {
                    private final ConcurrentLinkedQueue<Socket> spare = new ConcurrentLinkedQueue<>();

                    @Override
                    public AiReturn call(AiCall call) {
                        AiReturn ret = super.call(call);
                        connect(server).ifPresent(spare::add);
                        return ret;
                    }
                });
    }

    private void properties() {
        // AiProvider.models: "under its own id"
        add(
                "lists models of another id",
                "The models have the id of the service it imitates.",
                server -> new SocketProvider(server) {
                    @Override
                    public List<ModelInfo> models() {
                        return List.of(ModelInfo.unknown(ModelId.parse("openai:model")));
                    }
                });
        // AiProvider.requestAttributes: "that an answer may depend on ...: part of the cache key"
        add(
                "counts its calls in the cache key",
                "The attributes of its requests differ after each call.",
                server -> new SocketProvider(server) {
                    private final AtomicInteger calls = new AtomicInteger();

                    @Override
                    public AiReturn call(AiCall call) {
                        calls.incrementAndGet();
                        return super.call(call);
                    }

                    @Override
                    public Map<String, String> requestAttributes() {
                        return Map.of("calls", Integer.toString(calls.get()));
                    }
                });
    }

    private static Optional<Socket> connect(URI server) {
        try {
            return Optional.of(new Socket(server.getHost(), server.getPort()));
        } catch (IOException unreachable) {
            return Optional.empty(); // a later call connects itself
        }
    }
}
