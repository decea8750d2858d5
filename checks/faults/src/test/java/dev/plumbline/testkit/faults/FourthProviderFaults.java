package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Providers with one error each, written by a fourth author from the contract without knowledge of the laws. */
final class FourthProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FourthProviderFaults() {}

    static List<PlantedFault> all() {
        FourthProviderFaults faults = new FourthProviderFaults();
        faults.requests();
        faults.answers();
        faults.members();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> ProviderFaults.laws(provider)));
    }

    private void requests() {
        // AiCall.effective: the interactions that will be sent, each of them
        add(
                "sends equal messages once",
                "What a user has said twice is sent once.",
                server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        return super.sent(call).stream().distinct().toList();
                    }
                });
        // ModelOptions.temperature: a temperature that is set is sent, also 0
        add("takes temperature 0 for none", "A temperature of 0 is not sent.", server -> new SocketProvider(server) {
            @Override
            Json request(AiCall call) {
                Json request = super.request(call);
                return call.options().temperature().orElse(0) > 0 ? request : request.without("temperature");
            }
        });
    }

    private void answers() {
        // AiProvider: the return is the fold of what the service sent; texts are UTF-8, however they are cut
        add(
                "decodes each read by itself",
                "A character whose bytes come with two reads is two wrong ones.",
                server -> new SocketProvider(server) {
                    @Override
                    Reader reader(InputStream in) {
                        return new PieceReader(in);
                    }
                });
        // ToolCallPart: pieces of one call have the same index, and those of another call another
        add(
                "expects one tool call in an answer",
                "All pieces have the index 0, so that several calls become one.",
                server -> new SocketProvider(server) {
                    @Override
                    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                        super.push(
                                delta instanceof AiDelta.ToolCallPart part
                                        ? new AiDelta.ToolCallPart(0, part.id(), part.name(), part.arguments())
                                        : delta,
                                call,
                                pushed);
                    }
                });
    }

    private void members() {
        // endpoint: the address to which calls are sent; part of the cache key
        add(
                "names the host only as its endpoint",
                "Two servers of one host, at other ports or paths, have the same endpoint.",
                server -> new SocketProvider(server) {
                    @Override
                    public String endpoint() {
                        return server.getHost();
                    }
                });
    }

    /** A reader that decodes what each read returns without what came before. */
    private static final class PieceReader extends Reader {
        private final InputStream in;
        private String piece = "";
        private int at;

        PieceReader(InputStream in) {
            this.in = in;
        }

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            byte[] bytes = new byte[64];
            while (at == piece.length()) {
                int read = in.read(bytes);
                if (read < 0) {
                    return -1;
                }
                piece = new String(bytes, 0, read, StandardCharsets.UTF_8);
                at = 0;
            }
            int count = Math.min(length, piece.length() - at);
            piece.getChars(at, at + count, buffer, from);
            at += count;
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
