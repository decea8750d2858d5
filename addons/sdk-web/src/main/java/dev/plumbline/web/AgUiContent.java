package dev.plumbline.web;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ClientRedaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Content on its way to one AG-UI client: everything that is not a part of the protocol passes through here, so that
 * redaction hides its values. Content that cannot be searched is left out. Called under the lock of its conversation.
 */
final class AgUiContent {
    private static final String NOT_SHOWN = "not shown, because it could not be searched for personal data";

    private final ClientRedaction redaction;
    private final EventStream stream;
    private final Cancellation cancellation = Cancellation.create();
    private final Map<String, ClientRedaction.Stream> texts = new HashMap<>();

    AgUiContent(ClientRedaction redaction, EventStream stream) {
        this.redaction = redaction;
        this.stream = stream;
    }

    /** Returns whether pieces of arguments wait until the call is whole: JSON is searched with the names of its members. */
    boolean holdsArguments() {
        return redaction.isOn();
    }

    String text(String text) {
        return shown(text, NOT_SHOWN, each -> redaction.hidden(each, cancellation));
    }

    Json json(Json json) {
        return shown(json, Json.of(NOT_SHOWN), each -> redaction.hidden(each, cancellation));
    }

    /** Returns the schema of an answer without the values in its texts. */
    Json schema(Json schema) {
        return shown(schema, Json.object(), each -> redaction.hiddenSchema(each, cancellation));
    }

    /** Returns an outcome as a text; pictures and files do not leave in it. */
    String outcome(ToolEnvelope outcome) {
        Json json = shown(
                        outcome.withOnlyParts(List.of()),
                        ToolEnvelope.failed(ToolEnvelope.Code.DENIED, NOT_SHOWN),
                        each -> redaction.hidden(each, cancellation))
                .toJson();
        return json.text();
    }

    private static <T> T shown(T content, T instead, UnaryOperator<T> hiding) {
        try {
            return hiding.apply(content);
        } catch (RuntimeException notSearched) {
            return instead;
        }
    }

    /**
     * Writes a piece of a text.
     *
     * @param name names the text
     * @param event makes the event of what may be shown
     */
    void append(String name, String piece, Function<String, Json> event) {
        add(
                name,
                texts.computeIfAbsent(name, first -> redaction.stream(cancellation))
                        .accept(piece),
                event);
    }

    /** Writes what was held back of a text that is over. */
    void end(String name, Function<String, Json> event) {
        ClientRedaction.Stream text = texts.remove(name);
        if (text != null) {
            add(name, text.finish(), event);
        }
    }

    private void add(String name, String piece, Function<String, Json> event) {
        if (!piece.isEmpty()) {
            stream.add(name, piece, event);
        }
    }
}
