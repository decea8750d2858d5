package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A change of every leaf of a JSON value that holds text: strings, member names, and numbers long enough for a card. */
final class Leaves {
    private static final int CARD = 12;

    private final UnaryOperator<String> change;

    Leaves(UnaryOperator<String> change) {
        this.change = change;
    }

    /** The value itself when nothing is changed. */
    Json change(Json json) {
        return switch (json.kind()) {
            case STRING -> leaf(json, json.asText());
            case NUMBER -> json.text().length() >= CARD && json.text().chars().allMatch(Chars::digit)
                    ? leaf(json, json.text())
                    : json;
            case OBJECT -> object(json);
            case ARRAY -> array(json);
            default -> json;
        };
    }

    private Json leaf(Json json, String text) {
        String changed = change.apply(text);
        return changed.equals(text) ? json : Json.of(changed);
    }

    private Json object(Json json) {
        Map<String, Json> fields = new LinkedHashMap<>();
        boolean same = true;
        for (Map.Entry<String, Json> field : json.fields().entrySet()) {
            String name = change.apply(field.getKey());
            Json value = change(field.getValue());
            same &= name.equals(field.getKey()) && value == field.getValue();
            fields.put(name, value);
        }
        return same ? json : Json.of(fields);
    }

    private Json array(Json json) {
        List<Json> elements = new ArrayList<>();
        boolean same = true;
        for (Json element : json.elements()) {
            Json changed = change(element);
            same &= changed == element;
            elements.add(changed);
        }
        return same ? json : Json.of(elements);
    }
}
