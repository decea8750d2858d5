package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A change of every leaf of a JSON value that holds text: strings, member names, and numbers long enough for a card. */
final class Leaves {
    private static final int CARD = 12;

    private final UnaryOperator<String> change;

    Leaves(UnaryOperator<String> change) {
        this.change = change;
    }

    Json change(Json json) {
        return switch (json.kind()) {
            case STRING -> leaf(json, json.asText());
            case NUMBER -> likeCard(json.text()) ? leaf(json, json.text()) : json;
            case OBJECT -> object(json);
            case ARRAY -> Json.of(json.elements().stream().map(this::change).toList());
            default -> json;
        };
    }

    /** The same of JSON that is written down; of any other text, as of one leaf. Spelling is kept where nothing is found. */
    String changeText(String text) {
        try {
            Json json = Json.parse(text);
            Json changed = change(json);
            return changed.equals(json) ? text : changed.text();
        } catch (JsonException notJson) {
            return change.apply(text);
        }
    }

    private static boolean likeCard(String number) {
        return number.length() >= CARD && number.chars().allMatch(Chars::digit);
    }

    private Json leaf(Json json, String text) {
        String changed = change.apply(text);
        return changed.equals(text) ? json : Json.of(changed);
    }

    private Json object(Json json) {
        Map<String, Json> fields = new LinkedHashMap<>();
        json.fields().forEach((name, value) -> fields.put(change.apply(name), change(value)));
        return Json.of(fields);
    }
}
