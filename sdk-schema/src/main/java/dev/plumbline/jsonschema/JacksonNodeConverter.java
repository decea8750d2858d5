package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts JSON to the Jackson trees that the libraries of this module read, node by node and with every digit. */
final class JacksonNodeConverter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The work of a node, in memory, too. */
    private static final long NODE = 5;

    private JacksonNodeConverter() {}

    static JsonNode of(Json json, ValidationWork work) {
        work.add(NODE);
        return switch (json.kind()) {
            case OBJECT -> object(json, work);
            case ARRAY -> array(json, work);
            case STRING -> NODES.stringNode(json.asText());
            case NUMBER -> number(json.asDecimal(), work);
            case BOOLEAN -> NODES.booleanNode(json.asBoolean());
            case NULL, MISSING -> NODES.nullNode();
        };
    }

    private static JsonNode object(Json json, ValidationWork work) {
        ObjectNode object = NODES.objectNode();
        json.fields().forEach((name, value) -> object.set(name, of(value, work)));
        return object;
    }

    private static JsonNode array(Json json, ValidationWork work) {
        ArrayNode array = NODES.arrayNode();
        json.elements().forEach(element -> array.add(of(element, work)));
        return array;
    }

    /**
     * Returns equal nodes for equal numbers. Whole numbers are never int or long nodes, because at bounds the library
     * reads values of any size as such and throws.
     */
    private static JsonNode number(BigDecimal value, ValidationWork work) {
        work.add(ValidationWork.ofNumber(value));
        if (value.scale() == 0) {
            return NODES.numberNode(value.unscaledValue());
        }
        BigDecimal shortest = value.stripTrailingZeros();
        return shortest.scale() > 0 ? NODES.numberNode(shortest) : NODES.numberNode(shortest.toBigIntegerExact());
    }
}
