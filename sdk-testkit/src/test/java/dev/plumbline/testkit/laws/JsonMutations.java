package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** JSON spelled otherwise, and JSON with one leaf changed. */
final class JsonMutations {

    private JsonMutations() {}

    /** The same value: members in reverse order, numbers in plain digits. */
    static Json respelled(Json json) {
        return switch (json.kind()) {
            case OBJECT -> reversed(json);
            case ARRAY ->
                Json.of(json.elements().stream().map(JsonMutations::respelled).toList());
            case NUMBER -> respelledNumber(json);
            default -> json;
        };
    }

    private static Json reversed(Json object) {
        List<String> names = new ArrayList<>(object.fields().keySet());
        Collections.reverse(names);
        Map<String, Json> fields = new LinkedHashMap<>();
        names.forEach(name -> fields.put(name, respelled(object.fields().get(name))));
        return Json.of(fields);
    }

    private static Json respelledNumber(Json number) {
        BigDecimal value = number.asDecimal();
        boolean isShort = Math.abs(value.scale()) < 30 && value.precision() < 30;
        return isShort ? Json.parse(value.toPlainString() + (value.scale() <= 0 ? ".0" : "0")) : number;
    }

    /** One copy for each leaf, which is changed in it; ids of tool calls stay. */
    static List<Json> mutants(Json json) {
        List<Json> mutants = new ArrayList<>();
        mutate(json, mutants::add);
        return mutants;
    }

    private static void mutate(Json json, Consumer<Json> out) {
        switch (json.kind()) {
            case OBJECT ->
                json.fields().forEach((name, value) -> {
                    if (!name.equals("id") && !name.equals("callId")) {
                        mutate(value, changed -> out.accept(json.with(name, changed)));
                    }
                });
            case ARRAY -> elements(json.elements(), out);
            case STRING -> out.accept(Json.of(json.asText() + "x"));
            case NUMBER -> out.accept(Json.of(json.asDecimal().add(BigDecimal.ONE)));
            case BOOLEAN -> out.accept(Json.of(!json.asBoolean()));
            default -> out.accept(Json.of(0));
        }
    }

    private static void elements(List<Json> elements, Consumer<Json> out) {
        for (int i = 0; i < elements.size(); i++) {
            int at = i;
            mutate(elements.get(i), changed -> {
                List<Json> copy = new ArrayList<>(elements);
                copy.set(at, changed);
                out.accept(Json.of(copy));
            });
        }
    }
}
