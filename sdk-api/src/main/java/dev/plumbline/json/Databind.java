package dev.plumbline.json;

import java.lang.reflect.Type;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Jackson's data binding, loaded by the first value that needs it. The only class that knows it. */
final class Databind {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonSource.factory())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Databind() {}

    static Node node(Object value, Place place) {
        try {
            return JsonReader.read(MAPPER.writeValueAsBytes(value));
        } catch (JacksonException e) {
            throw new JsonException(place.pointer(), "this class has no JSON form");
        }
    }

    static Object bind(Json json, Type type) {
        try {
            return MAPPER.readValue(json.text(), MAPPER.constructType(type));
        } catch (JacksonException e) {
            throw json.misfit(type.getTypeName());
        }
    }
}
