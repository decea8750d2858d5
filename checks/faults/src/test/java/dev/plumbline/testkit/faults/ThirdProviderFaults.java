package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Providers with one error each, written by a third author from the contract without knowledge of the laws. */
final class ThirdProviderFaults {
    /** The number of messages that a provider with a short history sends. */
    private static final int SENT = 20;

    private final List<PlantedFault> all = new ArrayList<>();

    private ThirdProviderFaults() {}

    static List<PlantedFault> all() {
        ThirdProviderFaults faults = new ThirdProviderFaults();
        faults.requests();
        faults.answers();
        faults.failures();
        faults.members();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> ProviderFaults.laws(provider)));
    }

    private void requests() {
        // AiCall.effective: "the interactions that will be sent to the provider"
        add(
                "sends the last 20 messages",
                "Of a longer conversation the first messages are not sent.",
                server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        List<Interaction> sent = super.sent(call);
                        return sent.subList(Math.max(0, sent.size() - SENT), sent.size());
                    }
                });
        // ModelOptions.maxOutputTokens: "the maximum length of the answer in tokens"
        add(
                "limits each answer to 4096 tokens",
                "The limit of the call is replaced by a constant.",
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return super.request(call).with("max_tokens", 4096);
                    }
                });
        // AiCall.tools: "in the order in which they are sent"
        add(
                "sends tools by name",
                "Tools are sorted by their names before they are sent.",
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        Json request = super.request(call);
                        List<Json> sorted = request.get("tools").elements().stream()
                                .sorted(Comparator.comparing(
                                        tool -> tool.at("/function/name").asText()))
                                .toList();
                        return request.with("tools", sorted);
                    }
                });
    }

    private void answers() {
        // AiDelta.ToolCallPart.index: "the number of the call in this answer"; an answer may have several
        add(
                "takes the first tool call only",
                "Further tool calls of an answer are left out.",
                server -> new SocketProvider(server) {
                    @Override
                    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                        if (!(delta instanceof AiDelta.ToolCallPart part) || part.index() == 0) {
                            super.push(delta, call, pushed);
                        }
                    }
                });
        // AiProvider: "Thread-safe"; call "blocks until the answer is complete, failed or cancelled"
        add(
                "answers one call at a time",
                "A call waits under a monitor for the one before, also if it is cancelled.",
                server -> new SocketProvider(server) {
                    @Override
                    public synchronized AiReturn call(AiCall call) {
                        return super.call(call);
                    }
                });
    }

    private void failures() {
        // AiError: "retryable whether the same call may be tried again"; a refused request is not cut
        add(
                "takes a refused request for a cut stream",
                "The answers 400 to 499 are read as streams, whose end is missing, so they may be retried.",
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> refusal(int status) {
                        return status >= 500 ? super.refusal(status) : Optional.empty();
                    }
                });
        // AiReturn.Status.CANCELLED: a call that was cancelled has the category CANCELLED
        add(
                "takes its own end of the connection for a failure",
                "A call that is cancelled has the category NETWORK, so that it is tried again.",
                server -> new SocketProvider(server) {
                    @Override
                    public AiReturn call(AiCall call) {
                        AiReturn ret = super.call(call);
                        return ret.status() == AiReturn.Status.CANCELLED
                                ? ret.withError(
                                        AiError.of(AiError.Category.NETWORK, "network", "the connection was closed"))
                                : ret;
                    }
                });
    }

    private void members() {
        // warmUp: "without any network access"
        add(
                "warms up with a question",
                "The preparation sends a request to the service.",
                server -> new SocketProvider(server) {
                    @Override
                    public void warmUp() {
                        AiBody hello = AiBody.builder().addUser("Hello").build();
                        call(AiCall.of(hello, new ModelId(id(), defaultModel())));
                    }
                });
        // retain: "a subscription that ends the use; idempotent"
        add(
                "counts a user that leaves twice as two",
                "A subscription that is closed twice ends the use of another runtime, too.",
                server -> new SocketProvider(server) {
                    private final AtomicInteger users = new AtomicInteger();

                    @Override
                    public Subscription retain() {
                        users.incrementAndGet();
                        return () -> {
                            if (users.decrementAndGet() <= 0) {
                                close();
                            }
                        };
                    }
                });
    }
}
