package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Providers with one error each, written from the contract without knowledge of the laws. */
final class BlindProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private BlindProviderFaults() {}

    static List<PlantedFault> all() {
        BlindProviderFaults faults = new BlindProviderFaults();
        faults.pieces();
        faults.bytes();
        faults.requests();
        faults.ends();
        faults.calls();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> ProviderFaults.laws(provider)));
    }

    /** Adds a provider that pushes other deltas than the right one, by what was pushed before. */
    private void pushing(String name, String breaks, BiFunction<AiDelta, List<AiDelta>, List<AiDelta>> change) {
        add(name, breaks, server -> new SocketProvider(server) {
            @Override
            void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                change.apply(delta, pushed).forEach(each -> super.push(each, call, pushed));
            }
        });
    }

    private void sending(String name, String breaks, Function<AiCall, List<Interaction>> change) {
        add(name, breaks, server -> new SocketProvider(server) {
            @Override
            List<Interaction> sent(AiCall call) {
                return change.apply(call);
            }
        });
    }

    private void returning(String name, String breaks, BiFunction<AiReturn, AiCall, AiReturn> change) {
        add(name, breaks, server -> new SocketProvider(server) {
            @Override
            public AiReturn call(AiCall call) {
                return change.apply(super.call(call), call);
            }
        });
    }

    private void counting(String name, String breaks, Function<Json, Usage> change) {
        add(name, breaks, server -> new SocketProvider(server) {
            @Override
            Usage usage(Json json) {
                return change.apply(json);
            }
        });
    }

    private void parts(String name, String breaks, UnaryOperator<AiDelta.ToolCallPart> change) {
        pushing(
                name,
                breaks,
                (delta, pushed) -> List.of(delta instanceof AiDelta.ToolCallPart part ? change.apply(part) : delta));
    }

    private void pieces() {
        pushing(
                "strips the beginning of each piece",
                "White space at the beginning of a piece is removed, so words are joined.",
                (delta, pushed) -> List.of(
                        delta instanceof AiDelta.Text text
                                ? new AiDelta.Text(text.text().stripLeading())
                                : delta));
        pushing(
                "skips pieces that equal the one before",
                "A piece that equals its predecessor is taken for a repetition.",
                (delta, pushed) ->
                        !pushed.isEmpty() && pushed.get(pushed.size() - 1).equals(delta) ? List.of() : List.of(delta));
        pushing(
                "stops at the reason of the end",
                "What comes after the reason of the end is ignored, and the usage comes there.",
                (delta, pushed) ->
                        pushed.stream().anyMatch(AiDelta.Finish.class::isInstance) ? List.of() : List.of(delta));
        parts(
                "has one tool call",
                "Pieces of all tool calls are added to the first one.",
                part -> new AiDelta.ToolCallPart(0, part.id(), part.name(), part.arguments()));
        parts(
                "invents ids of tool calls",
                "The id of a tool call is its number, not the id of the service.",
                part -> new AiDelta.ToolCallPart(part.index(), "call-" + part.index(), part.name(), part.arguments()));
        parts(
                "strips pieces of arguments",
                "White space at the ends of a piece of arguments is removed, also within a string.",
                part -> new AiDelta.ToolCallPart(
                        part.index(), part.id(), part.name(), part.arguments().strip()));
        add("keeps one piece back", "A piece is pushed when the next one comes, so the last is lost.", server -> {
            ThreadLocal<Optional<AiDelta>> held = ThreadLocal.withInitial(Optional::empty);
            return new SocketProvider(server) {
                @Override
                void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                    held.get().ifPresent(each -> super.push(each, call, pushed));
                    held.set(Optional.of(delta));
                }

                @Override
                public AiReturn call(AiCall call) {
                    held.remove();
                    return super.call(call);
                }
            };
        });
        add(
                "pushes on threads",
                "Each delta is pushed by a task of its own, so the order is that of the threads.",
                server -> new SocketProvider(server) {
                    @Override
                    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                        pushed.add(delta);
                        ConcurrentRunner.begin(() -> {
                            call.sink().accept(delta);
                            return delta;
                        });
                    }
                });
    }

    private void bytes() {
        add(
                "reads Latin-1",
                "The bytes of the answer are read as Latin-1.",
                server -> reading(server, in -> new InputStreamReader(in, StandardCharsets.ISO_8859_1)));
        add(
                "decodes what it has read",
                "Each read of bytes is decoded by itself, so a character in two reads is lost.",
                server -> reading(server, DecodingReader::new));
        counting(
                "swaps input and output",
                "Tokens of the question are counted as those of the answer.",
                json -> Usage.of(
                        json.get("completion_tokens").asLong(),
                        json.get("prompt_tokens").asLong()));
        counting(
                "counts in shorts",
                "Numbers of tokens above 32,767 overflow.",
                json -> Usage.of(Math.abs((short) json.get("prompt_tokens").asLong()), Math.abs((short)
                        json.get("completion_tokens").asLong())));
        counting(
                "counts no calls",
                "The number of answers in the usage is 0.",
                json -> Usage.of(
                                json.get("prompt_tokens").asLong(),
                                json.get("completion_tokens").asLong())
                        .withCalls(0));
    }

    private static AiProvider reading(URI server, Function<InputStream, Reader> reader) {
        return new SocketProvider(server) {
            @Override
            Reader reader(InputStream in) {
                return reader.apply(in);
            }
        };
    }

    private void requests() {
        sending(
                "sends the stored body",
                "What policies have added is not sent.",
                call -> call.body().interactions());
        sending(
                "sends ten interactions",
                "Of a long conversation the last ten interactions are sent.",
                call -> call.effective()
                        .subList(
                                Math.max(0, call.effective().size() - 10),
                                call.effective().size()));
        sending(
                "sends system texts first",
                "All system texts are sent before everything else, in another order than that of the call.",
                call -> call.effective().stream()
                        .sorted(Comparator.comparing(each -> !(each instanceof Interaction.System)))
                        .toList());
        sending(
                "sends no failed results",
                "Results of tools that failed are left out, so a call has no result.",
                call -> call.effective().stream()
                        .filter(each -> !(each instanceof Interaction.ToolResult result
                                && !result.envelope().isOk()))
                        .toList());
        add(
                "sends its default model",
                "The default model is asked, whatever the call names.",
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return super.request(call).with("model", defaultModel());
                    }
                });
        add("escapes twice", "A backslash in a system text is escaped twice.", server -> new SocketProvider(server) {
            @Override
            List<Interaction> sent(AiCall call) {
                return call.effective().stream()
                        .map(each -> each instanceof Interaction.System system
                                ? new Interaction.System(system.text().replace("\\", "\\\\"))
                                : each)
                        .toList();
            }
        });
    }

    private void ends() {
        returning(
                "takes a cut answer for a complete one",
                "An answer that ended early is complete if it has text.",
                (ret, call) -> ret.error()
                                        .filter(error -> error.category() == AiError.Category.TRUNCATED)
                                        .isPresent()
                                && !ret.partialText().isEmpty()
                        ? AiReturn.builder()
                                .deltas(ret.deltas())
                                .model(ret.model())
                                .build()
                        : ret);
        returning(
                "makes a cancellation a failure of the network",
                "A cancelled call is reported as NETWORK, because the socket was closed.",
                (ret, call) -> ret.error()
                                .filter(error -> error.category() == AiError.Category.CANCELLED)
                                .isPresent()
                        ? ret.withError(AiError.of(AiError.Category.NETWORK, "network", "the socket was closed"))
                        : ret);
        returning(
                "drops what came before a failure",
                "A failed answer is its error alone.",
                (ret, call) -> ret.error().map(AiReturn::failed).orElse(ret));
        returning(
                "names its default model",
                "The return names the default model, whatever was called.",
                (ret, call) ->
                        ret.toBuilder().model(new ModelId("socket", "model")).build());
        returning("shows the whole text at the end", "The text is pushed again when it is complete.", (ret, call) -> {
            if (ret.isOk()) {
                call.sink().accept(new AiDelta.Text(ret.text()));
            }
            return ret;
        });
        returning("throws failures", "A failure of the service is thrown.", (ret, call) -> ret.orThrow());
        add(
                "throws when it cannot connect",
                "A failure of the network is thrown.",
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> failure(Exception e) {
                        throw new UncheckedIOException(new IOException(e));
                    }
                });
        add(
                "reads a refusal as an answer",
                "A status of 4xx is not looked at, so the call is reported as a cut answer.",
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> refusal(int status) {
                        return status < 500 ? Optional.empty() : super.refusal(status);
                    }
                });
        add(
                "puts the exception into the message",
                "The message of an error has the text of the exception, which names the address.",
                server -> new SocketProvider(server) {
                    @Override
                    Optional<AiError> failure(Exception e) {
                        return Optional.of(AiError.of(AiError.Category.NETWORK, "network", String.valueOf(e)));
                    }
                });
    }

    private void calls() {
        add(
                "looks at the cancellation once",
                "A cancellation is seen before the call, and not while it waits for the answer.",
                server -> new SocketProvider(server) {
                    @Override
                    Cancellation cancellation(AiCall call) {
                        return call.cancellation().isCancelled() ? call.cancellation() : Cancellation.create();
                    }
                });
        add(
                "ends its output alone",
                "A cancellation shuts the output of the socket down, and the input stays open.",
                server -> new SocketProvider(server) {
                    @Override
                    void end(Socket socket) {
                        try {
                            socket.shutdownOutput();
                        } catch (IOException gone) {
                            // gone already
                        }
                    }
                });
        add("uses a list again", "The list of deltas is cleared and used by the next call.", server -> {
            List<AiDelta> pieces = Collections.synchronizedList(new ArrayList<>());
            return new SocketProvider(server) {
                @Override
                List<AiDelta> pieces() {
                    pieces.clear();
                    return pieces;
                }
            };
        });
        add(
                "remembers answers",
                "Equal conversations get the first answer, whatever the service would say.",
                server -> {
                    Map<List<Interaction>, AiReturn> known = new ConcurrentHashMap<>();
                    return new SocketProvider(server) {
                        @Override
                        public AiReturn call(AiCall call) {
                            return known.computeIfAbsent(call.effective(), fresh -> super.call(call));
                        }
                    };
                });
        add("asks twice", "A request is sent again after a failure, which the caller does not know.", server -> {
            return new SocketProvider(server) {
                @Override
                public AiReturn call(AiCall call) {
                    AiReturn ret = super.call(call);
                    return ret.isOk() || call.cancellation().isCancelled() ? ret : super.call(call);
                }
            };
        });
    }

    /** Decodes the bytes of each read by themselves. */
    private static final class DecodingReader extends Reader {
        private final InputStream in;
        private String read = "";

        DecodingReader(InputStream in) {
            this.in = in;
        }

        @Override
        public int read(char[] into, int at, int length) throws IOException {
            if (read.isEmpty()) {
                byte[] bytes = new byte[64];
                int size = in.read(bytes);
                if (size < 0) {
                    return -1;
                }
                read = new String(bytes, 0, size, StandardCharsets.UTF_8);
            }
            int some = Math.min(length, read.length());
            read.getChars(0, some, into, at);
            read = read.substring(some);
            return some;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
