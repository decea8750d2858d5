package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Providers with one error each. */
final class ProviderFaults {
    private static final String FOLD = "return_is_the_fold_of_the_deltas";
    private static final String EXCHANGE = "answers_are_those_of_the_exchanges";
    private static final String SENT = "conversation_is_sent";
    private static final String CUT = "cut_is_never_complete";
    private static final String CANCEL = "cancel_closes_the_socket";
    private static final String FAILURE = "failures_are_values";
    private static final String APART = "calls_do_not_meet";

    private final List<PlantedFault> all = new ArrayList<>();

    private ProviderFaults() {}

    static ProviderLaws laws(Function<URI, AiProvider> provider) {
        return new ProviderLaws() {
            @Override
            public AiProvider provider(ScriptedServer server) {
                return provider.apply(server.address());
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(2);
            }
        };
    }

    private void add(String name, String breaks, String law, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, law, () -> laws(provider)));
    }

    /** Returns a provider that calls a right one in its own way. */
    private static Function<URI, AiProvider> calling(Function<AiProvider, Function<AiCall, AiReturn>> way) {
        return server -> {
            AiProvider right = new SocketProvider(server);
            Function<AiCall, AiReturn> own = way.apply(right);
            return new SocketProvider(server) {
                @Override
                public AiReturn call(AiCall call) {
                    return own.apply(call);
                }
            };
        };
    }

    /** Returns a provider that pushes other deltas; none for an empty list. */
    private static Function<URI, AiProvider> pushing(Function<AiDelta, List<AiDelta>> change) {
        return server -> new SocketProvider(server) {
            @Override
            void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                change.apply(delta).forEach(each -> super.push(each, call, pushed));
            }
        };
    }

    private static Function<URI, AiProvider> sending(Function<List<Interaction>, List<Interaction>> change) {
        return server -> new SocketProvider(server) {
            @Override
            List<Interaction> sent(AiCall call) {
                return change.apply(call.effective());
            }
        };
    }

    private static Function<URI, AiProvider> counting(UnaryOperator<Usage> change) {
        return server -> new SocketProvider(server) {
            @Override
            Usage usage(Json json) {
                return change.apply(super.usage(json));
            }
        };
    }

    private static <T extends AiDelta> Function<AiDelta, List<AiDelta>> only(
            Class<T> type, Function<T, List<AiDelta>> change) {
        return delta -> type.isInstance(delta) ? change.apply(type.cast(delta)) : List.of(delta);
    }

    static List<PlantedFault> all() {
        ProviderFaults faults = new ProviderFaults();
        faults.answers();
        faults.tokens();
        faults.requests();
        faults.failures();
        faults.memory();
        return List.copyOf(faults.all);
    }

    private void answers() {
        add("pushes behind the end", "A piece comes that the return does not have.", FOLD, calling(right -> call -> {
            AiReturn ret = right.call(call);
            call.sink().accept(new AiDelta.Text("!"));
            return ret;
        }));
        add("returns more than it pushed", "The return has text that was not pushed.", FOLD, calling(right -> call -> {
            AiReturn ret = right.call(call);
            return ret.mapText(text -> text + "!");
        }));
        add("pushes backwards", "The pieces are pushed from the last to the first.", FOLD, calling(right -> call -> {
            List<AiDelta> held = new ArrayList<>();
            AiReturn ret = right.call(call.withSink(held::add));
            Collections.reverse(held);
            held.forEach(call.sink());
            return ret;
        }));
        add(
                "decodes by piece",
                "A character that comes in two pieces is damaged.",
                FOLD,
                server -> new SocketProvider(server) {
                    @Override
                    Reader reader(InputStream in) {
                        return new InputStreamReader(new Pieces(in), StandardCharsets.UTF_8);
                    }
                });
        add(
                "drops tool calls",
                "What the model wants to do is not in the answer.",
                EXCHANGE,
                pushing(only(AiDelta.ToolCallPart.class, part -> List.of())));
        add(
                "drops arguments",
                "The arguments of tool calls are empty.",
                EXCHANGE,
                pushing(only(
                        AiDelta.ToolCallPart.class,
                        part -> List.of(new AiDelta.ToolCallPart(
                                part.index(), part.id(), part.name(), part.id().isEmpty() ? "" : "{}")))));
        add(
                "doubles the text",
                "Each piece of text comes twice.",
                EXCHANGE,
                pushing(only(AiDelta.Text.class, text -> List.of(text, text))));
        add(
                "strips pieces",
                "Blanks at the ends of pieces are lost.",
                EXCHANGE,
                pushing(only(
                        AiDelta.Text.class,
                        text -> List.of(new AiDelta.Text(text.text().strip())))));
        add(
                "drops characters",
                "Characters outside the basic plane are lost.",
                EXCHANGE,
                pushing(only(
                        AiDelta.Text.class,
                        text -> List.of(new AiDelta.Text(text.text().replaceAll("[^\\x{0}-\\x{ffff}]", ""))))));
        add(
                "always stops",
                "An answer with tool calls ends as if it had none.",
                EXCHANGE,
                pushing(only(AiDelta.Finish.class, end -> List.of(new AiDelta.Finish(FinishReason.STOP)))));
        add(
                "names no model",
                "The return does not say which model answered.",
                EXCHANGE,
                calling(right ->
                        call -> right.call(call).toBuilder().model(ModelId.NONE).build()));
    }

    /** One byte at a time, of which those of a longer character are replaced. */
    private static final class Pieces extends InputStream {
        private final InputStream in;

        Pieces(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int next = in.read();
            return next > 0x7f && in.available() == 0 ? '?' : next;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int next = read();
            if (next < 0) {
                return -1;
            }
            into[from] = (byte) next;
            return 1;
        }
    }

    private void tokens() {
        add(
                "swaps tokens",
                "Those sent are reported as received, and the other way round.",
                EXCHANGE,
                counting(usage -> Usage.of(usage.output(), usage.input())));
        add("doubles tokens", "The tokens are reported twice.", EXCHANGE, counting(usage -> usage.plus(usage)));
        add("reports no tokens", "The tokens are not reported.", EXCHANGE, counting(usage -> Usage.NONE));
        add(
                "adds up tokens",
                "The tokens received contain those sent.",
                EXCHANGE,
                counting(usage -> Usage.of(usage.input(), usage.total())));
    }

    private void requests() {
        add("sends no conversation", "The request has no messages.", SENT, sending(items -> List.of()));
        add(
                "sends the last message alone",
                "Earlier messages are not sent.",
                SENT,
                sending(items -> items.subList(items.size() - 1, items.size())));
        add(
                "drops instructions",
                "System messages are not sent.",
                SENT,
                sending(items -> items.stream()
                        .filter(item -> !(item instanceof Interaction.System))
                        .toList()));
        add(
                "drops results of tools",
                "What tools returned is not sent.",
                SENT,
                sending(items -> items.stream()
                        .filter(item -> !(item instanceof Interaction.ToolResult))
                        .toList()));
        add("sends a message twice", "The last message is sent again.", SENT, sending(items -> {
            List<Interaction> more = new ArrayList<>(items);
            more.add(items.get(items.size() - 1));
            return more;
        }));
        add("sends backwards", "The last message is sent first.", SENT, sending(items -> {
            List<Interaction> back = new ArrayList<>(items);
            Collections.reverse(back);
            return back;
        }));
        add(
                "sends another model",
                "The request names the default model instead of the call's.",
                SENT,
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return super.request(call).with("model", defaultModel());
                    }
                });
        add("sends the body", "What policies have changed is not sent.", SENT, server -> new SocketProvider(server) {
            @Override
            List<Interaction> sent(AiCall call) {
                return call.body().interactions();
            }
        });
    }

    private void failures() {
        add(
                "takes a cut for the end",
                "A stream that breaks off is a whole answer.",
                CUT,
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> ended(boolean finished) {
                        return Optional.empty();
                    }

                    @Override
                    Optional<AiError> failure(Exception e) {
                        return Optional.empty();
                    }
                });
        add(
                "loses the part before a cut",
                "What came before a cut is not in the return.",
                CUT,
                calling(right -> call -> {
                    AiReturn ret = right.call(call);
                    return ret.error().map(AiReturn::failed).orElse(ret);
                }));
        add(
                "is deaf to a cancellation",
                "A cancelled call waits for the server.",
                CANCEL,
                server -> new SocketProvider(server) {
                    private final Cancellation own = Cancellation.create();

                    @Override
                    Cancellation cancellation(AiCall call) {
                        return own;
                    }
                });
        add(
                "leaves the socket open",
                "A cancelled call ends, and its connection does not.",
                CANCEL,
                server -> new SocketProvider(server) {
                    private final List<Socket> left = new CopyOnWriteArrayList<>();

                    @Override
                    public AiReturn call(AiCall call) {
                        Cancellation own = Cancellation.create();
                        call.cancellation().onCancel(() -> own.cancel("the call was cancelled"));
                        Socket open = opened();
                        left.add(open);
                        return super.call(call);
                    }

                    private Socket opened() {
                        try {
                            return new Socket(server.getHost(), server.getPort());
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    }
                });
        add(
                "throws for a status",
                "An answer of the status 500 is an exception.",
                FAILURE,
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> refusal(int status) {
                        if (status >= 500) {
                            throw new IllegalStateException("status " + status);
                        }
                        return super.refusal(status);
                    }
                });
        add("takes a refusal for an answer", "The status 429 is an empty answer.", FAILURE, calling(right -> call -> {
            AiReturn ret = right.call(call);
            return ret.error().filter(error -> error.message().contains("429")).isPresent() ? AiReturn.ofText("") : ret;
        }));
        add(
                "throws without a server",
                "A connection that is refused is an exception.",
                FAILURE,
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> failure(Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
        add(
                "takes nonsense for an answer",
                "A stream that is not JSON is an empty answer.",
                FAILURE,
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> failure(Exception e) {
                        return e instanceof IOException ? super.failure(e) : Optional.empty();
                    }
                });
    }

    private void memory() {
        add("answers as before", "Every call gets the first answer.", APART, calling(right -> {
            AtomicReference<AiReturn> first = new AtomicReference<>();
            return call -> {
                AiReturn known = first.get();
                if (known == null) {
                    known = right.call(call);
                    first.set(known);
                } else {
                    known.deltas().forEach(call.sink());
                }
                return known;
            };
        }));
        add(
                "collects in a field",
                "Calls write their pieces into one list.",
                APART,
                server -> new SocketProvider(server) {
                    private final List<AiDelta> shared = new CopyOnWriteArrayList<>();

                    @Override
                    List<AiDelta> pieces() {
                        shared.clear();
                        return shared;
                    }
                });
        add(
                "keeps the conversation",
                "A request contains those of earlier calls.",
                APART,
                server -> new SocketProvider(server) {
                    private final List<Interaction> before = new CopyOnWriteArrayList<>();

                    @Override
                    List<Interaction> sent(AiCall call) {
                        before.addAll(call.effective());
                        return List.copyOf(before);
                    }
                });
        add("fails a tenth call", "Every tenth call is refused.", APART, calling(right -> {
            AtomicInteger calls = new AtomicInteger();
            return call -> calls.incrementAndGet() % 10 == 0
                    ? AiReturn.failed(AiError.of(AiError.Category.RATE_LIMITED, "tenth", "too many calls"))
                    : right.call(call);
        }));
    }
}
