package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Providers with one error each, written by a fifth author from the contract without knowledge of the laws. */
final class FifthProviderFaults {
    private static final Set<AiError.Category> BROKEN =
            EnumSet.of(AiError.Category.NETWORK, AiError.Category.TRUNCATED);

    private final List<PlantedFault> all = new ArrayList<>();

    private FifthProviderFaults() {}

    static List<PlantedFault> all() {
        FifthProviderFaults faults = new FifthProviderFaults();
        faults.requests();
        faults.answers();
        faults.failures();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> ProviderFaults.laws(provider)));
    }

    private void requests() {
        // AiCall.effective: the interactions that will be sent, in this order
        add(
                "sends instructions first",
                "An instruction that was added later in the conversation is sent before it.",
                server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        List<Interaction> sent = super.sent(call);
                        return Stream.concat(
                                        sent.stream().filter(FifthProviderFaults::isInstruction),
                                        sent.stream().filter(each -> !isInstruction(each)))
                                .toList();
                    }
                });
        // AiCall.options: the options of the call are sent, each of them
        add(
                "sends one of temperature and top_p",
                "A call with both options is sent without its top_p.",
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        Json request = super.request(call);
                        return call.options().temperature().isPresent() ? request.without("top_p") : request;
                    }
                });
    }

    private void answers() {
        // AiProvider: the return is the fold of what the service sent, in which U+2028 is a character like others
        add(
                "reads lines as Scanner does",
                "A line of the stream ends at U+0085, U+2028 or U+2029 within a text, and the answer fails.",
                server -> new SocketProvider(server) {
                    @Override
                    Reader reader(InputStream in) {
                        return new ScannedReader(super.reader(in));
                    }
                });
        // AiProvider.call: the return has the content that had arrived, also tool calls before another finish
        add(
                "passes tool calls on at their finish",
                "Tool calls are lost if the reason of the finish is another one, or none came.",
                server -> new SocketProvider(server) {
                    @Override
                    List<AiDelta> pieces() {
                        return new Pieces();
                    }

                    @Override
                    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
                        List<AiDelta> parts = ((Pieces) pushed).parts;
                        if (delta instanceof AiDelta.ToolCallPart) {
                            parts.add(delta);
                            return;
                        }
                        if (delta instanceof AiDelta.Finish finish && finish.reason() == FinishReason.TOOL_CALLS) {
                            parts.forEach(part -> super.push(part, call, pushed));
                        }
                        super.push(delta, call, pushed);
                    }
                });
    }

    private void failures() {
        // AiProvider: deltas go to the sink as they arrive, and the return is their fold
        add(
                "asks again when the connection breaks",
                "The sink has the content of both attempts, and the return has that of the second.",
                server -> new SocketProvider(server) {
                    @Override
                    public AiReturn call(AiCall call) {
                        AiReturn ret = super.call(call);
                        return ret.error()
                                        .filter(error -> BROKEN.contains(error.category()))
                                        .isPresent()
                                ? super.call(call)
                                : ret;
                    }
                });
    }

    private static boolean isInstruction(Interaction interaction) {
        return interaction instanceof Interaction.System;
    }

    /** The deltas of a call, and its parts of tool calls that wait. */
    private static final class Pieces extends ArrayList<AiDelta> {
        private static final long serialVersionUID = 1L;

        private final transient List<AiDelta> parts = new ArrayList<>();
    }

    /** Ends lines where {@link java.util.Scanner#nextLine} does. */
    private static final class ScannedReader extends FilterReader {
        ScannedReader(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] chars, int from, int length) throws IOException {
            int count = super.read(chars, from, length);
            for (int i = from; i < from + count; i++) {
                boolean ends = chars[i] == 0x85 || chars[i] == 0x2028 || chars[i] == 0x2029;
                chars[i] = ends ? '\n' : chars[i];
            }
            return count;
        }
    }
}
