package dev.plumbline.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Jackson's data binding, loaded by the first value that needs it. It and its companions alone know databind. */
final class Databind {
    /** The most levels that are bound to types: every level takes several frames of the stack. */
    static final int MOST_LEVELS = 64;

    static final String TOO_DEEP = "arrays and objects bound to types are nested deeper than " + MOST_LEVELS + " levels";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonSource.factory())
            .addModule(new DatabindModule())
            .disable(
                    MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
                    MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                    MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .enable(
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .withCoercionConfig(LogicalType.Textual, config -> config.setCoercion(
                            CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .withCoercionConfigDefaults(config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail))
            .changeDefaultPropertyInclusion(included -> included.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

    private Databind() {}

    /** The node of an object of a class that only databind knows. */
    static Node node(Object value, Place place) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (JsonGenerator generator = new ExactGenerator(MAPPER.createGenerator(written))) {
            MAPPER.writeValue(generator, value);
        } catch (JacksonException e) {
            throw DatabindFaults.ofWriting(e, value.getClass(), place);
        }
        try {
            return JsonReader.read(written.toByteArray());
        } catch (JsonException e) {
            // Its line and column belong to a text nobody has seen.
            throw new JsonException(place.pointer(), e.rule());
        }
    }

    /** The object of a type that JSON describes. */
    static Object bind(Json json, Type type) {
        Object bound = read(json, type);
        if (bound == null) {
            throw json.misfit("a value for " + type.getTypeName(), Json.Kind.MISSING);
        }
        return bound;
    }

    private static @Nullable Object read(Json json, Type type) {
        if (json.toNode().levels() > MOST_LEVELS) {
            throw json.fault(TOO_DEEP + ": read them as Json");
        }
        byte[] text = json.textBytes();
        try (JsonParser parser =
                new ExactParser(JsonSource.factory().createParser(ObjectReadContext.empty(), text, 0, text.length))) {
            return MAPPER.readValue(parser, MAPPER.constructType(type));
        } catch (JsonException e) {
            throw new JsonException(json.place().pointer(), e.rule());
        } catch (JacksonException e) {
            throw DatabindFaults.ofReading(e, json, type);
        }
    }
}
