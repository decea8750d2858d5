package dev.plumbline.json.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.util.Optional;
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
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Binds JSON to Java types with Jackson, which is loaded by the first value that needs it. Only this class and its
 * companions use databind.
 */
final class JacksonDatabind {
    /** The maximum depth of values bound to types, because every level takes several stack frames. */
    static final int MOST_LEVELS = 64;

    static final String TOO_DEEP =
            "arrays and objects bound to types are nested deeper than " + MOST_LEVELS + " levels";

    private static final JsonMapper SHARED = newMapper();

    // A mapper keeps the classes it has seen, so classes that can be unloaded get their own mapper.
    private static final ClassValue<JsonMapper> FOREIGN_MAPPERS = new ClassValue<>() {
        @Override
        protected JsonMapper computeValue(Class<?> type) {
            return newMapper();
        }
    };

    private JacksonDatabind() {}

    private static JsonMapper newMapper() {
        return strict(JsonMapper.builder(JsonSource.factory()))
                .addModule(new DatabindModule())
                .annotationIntrospector(new VariantIntrospector())
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
                .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE) // an offset is a part of the value
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .changeDefaultPropertyInclusion(included -> included.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /** Configures a mapper to refuse unknown members, missing members and conversions between types. */
    private static JsonMapper.Builder strict(JsonMapper.Builder mapper) {
        return mapper.enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .withCoercionConfigDefaults(all -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail));
    }

    private static JsonMapper mapper(Type type) {
        return foreignClass(type).map(FOREIGN_MAPPERS::get).orElse(SHARED);
    }

    /** Returns a class in a type whose loader is neither ours nor a parent of ours. */
    private static Optional<Class<?>> foreignClass(Type type) {
        if (type instanceof Class<?> known) {
            Class<?> element = known.isArray() ? known.getComponentType() : known;
            return outlivesUs(element.getClassLoader()) ? Optional.empty() : Optional.of(element);
        }
        return RecordAccess.parts(type).stream()
                .map(JacksonDatabind::foreignClass)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static boolean outlivesUs(@Nullable ClassLoader loader) {
        ClassLoader ours = JacksonDatabind.class.getClassLoader();
        while (ours != null && ours != loader) {
            ours = ours.getParent();
        }
        return ours == loader;
    }

    /** Returns the node of an object whose class needs data binding. */
    static Node node(Object value, JsonLocation place) {
        try {
            return JsonReader.read(written(value));
        } catch (JsonException e) {
            // Line and column refer to an internal text, so they are dropped.
            throw new JsonException(place.pointer(), e.rule());
        } catch (JacksonException e) {
            throw DatabindErrors.ofWriting(e, value.getClass(), place);
        }
    }

    private static byte[] written(Object value) {
        JsonMapper mapper = mapper(value.getClass());
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (JsonGenerator generator = new ExactJsonGenerator(mapper.createGenerator(written))) {
            mapper.writeValue(generator, value);
        }
        return written.toByteArray();
    }

    /** Binds JSON to an object of a type. */
    static Object bind(Json json, Type type) {
        Object bound = read(json, type);
        if (bound == null) {
            throw JsonAccess.misfit(json, "a value for " + type.getTypeName(), Json.Kind.MISSING);
        }
        return bound;
    }

    /**
     * Returns why databind cannot read a type; empty if it can. It looks for the way to read the type before it reads, so
     * what it reads here is the end of an array, which is not a value.
     */
    static Optional<String> fault(Type type) {
        JsonMapper mapper = mapper(type);
        try (JsonParser parser = mapper.createParser("[]")) {
            parser.nextToken();
            parser.nextToken();
            mapper.readValue(parser, mapper.constructType(type));
            return Optional.empty();
        } catch (InvalidDefinitionException e) {
            return Optional.of(DatabindErrors.ofReading(e, Json.object(), type).rule());
        } catch (JacksonException | JsonException noValue) {
            return Optional.empty();
        }
    }

    private static @Nullable Object read(Json json, Type type) {
        if (JsonAccess.node(json).levels() > MOST_LEVELS) {
            throw JsonAccess.fault(json, TOO_DEEP + ": read them as Json");
        }
        JsonMapper mapper = mapper(type);
        JsonBuffer written = new JsonBuffer(64);
        JsonAccess.node(json).write(written, Node.Form.GIVEN);
        byte[] text = written.toBytes();
        try (JsonParser parser = new ExactJsonParser(
                JsonSource.factory().createParser(ObjectReadContext.empty(), text, 0, text.length))) {
            return mapper.readValue(parser, mapper.constructType(type));
        } catch (JsonException e) {
            throw new JsonException(JsonAccess.place(json).pointer(), e.rule());
        } catch (JacksonException e) {
            throw DatabindErrors.ofReading(e, json, type);
        }
    }
}
