package dev.plumbline.integration.vendors;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.List;

/**
 * What a client made of an answer, in words that every client has.
 *
 * @param text what the model said
 * @param calls the tool calls, in order
 * @param finish why it stopped
 * @param usage the tokens, counted as {@link Usage} counts them
 */
record ClientReading(String text, List<Call> calls, FinishReason finish, Usage usage) {

    static ClientReading of(AiReturn ret) {
        List<Call> calls = ret.toolCalls().stream()
                .map(call -> new Call(call.id(), call.name(), call.arguments()))
                .toList();
        return new ClientReading(ret.partialText(), calls, ret.finish(), ret.usage());
    }

    /** A tool call. */
    record Call(String id, String name, Json arguments) {
        static Call parsed(String id, String name, String arguments) {
            return new Call(id, name, Json.parse(arguments));
        }
    }
}
