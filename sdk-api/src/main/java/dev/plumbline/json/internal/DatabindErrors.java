package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.PropertyBindingException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Converts exceptions of data binding to rules without content, because its messages quote the payload. */
final class DatabindErrors {

    private DatabindErrors() {}

    static JsonException ofReading(JacksonException e, Json json, Type type) {
        List<JacksonException.Reference> path = e.getPath();
        if (e instanceof PropertyBindingException unknown) {
            return JsonAccess.fault(at(json, path.subList(0, path.size() - 1)), unknownMember(unknown));
        }
        Json found = at(json, path);
        if (e instanceof ValueInstantiationException refused) {
            return refusal(found, refused);
        }
        if (e instanceof InvalidTypeIdException which) {
            return JsonAccess.misfit(found.get(SealedVariants.MEMBER), "one of " + variants(which), Json.Kind.STRING);
        }
        if (e instanceof InvalidDefinitionException definition) {
            return JsonAccess.fault(
                    found, className(definition, type) + " cannot be read from JSON: use a record, an enum, or Json");
        }
        return e.getCause() instanceof JsonException rule
                ? JsonAccess.fault(found, rule.rule())
                : misfit(found, target(e));
    }

    /** Returns the refusal of a constructor: in its own words if it says by a JsonException that they have no content. */
    private static JsonException refusal(Json found, ValueInstantiationException refused) {
        Class<?> type = refused.getType().getRawClass();
        if (!RecordAccess.isUsable(type)) {
            return JsonAccess.fault(found, RecordAccess.fault(type));
        }
        JsonException rule = refused(type, refused.getCause());
        return new JsonException(JsonAccess.place(found).pointer() + rule.place(), rule.rule());
    }

    /** Returns the rule that the exception of a constructor stands for. */
    static JsonException refused(Class<?> type, @Nullable Throwable thrown) {
        return thrown instanceof JsonException rule
                ? rule
                : new JsonException("", simpleName(type) + " does not accept these values");
    }

    private static List<String> variants(InvalidTypeIdException which) {
        Class<?> wanted =
                which.getBaseType() == null ? Object.class : which.getBaseType().getRawClass();
        List<Class<?>> all = SealedVariants.of(wanted);
        return (all.isEmpty() ? List.<Class<?>>of(wanted) : all)
                .stream().map(DatabindErrors::simpleName).toList();
    }

    static JsonException ofWriting(JacksonException e, Class<?> type, JsonLocation place) {
        JsonLocation at = follow(e.getPath(), place);
        if (e instanceof StreamConstraintsException) {
            return new JsonException(place.pointer(), JacksonDatabind.TOO_DEEP + ", or hold themselves");
        }
        if (e.getCause() instanceof JsonException rule) {
            return new JsonException(at.pointer(), rule.rule());
        }
        String rule = closedRecord(e)
                .map(RecordAccess::fault)
                .orElseGet(() -> className(e, type) + " has no JSON form, or its conversion failed");
        return new JsonException(at.pointer(), rule);
    }

    private static Optional<Class<?>> closedRecord(JacksonException e) {
        for (JacksonException.Reference step : e.getPath()) {
            if (step.from() != null && !RecordAccess.isUsable(step.from().getClass())) {
                return Optional.of(step.from().getClass());
            }
        }
        return Optional.empty();
    }

    private static String className(JacksonException e, Type otherwise) {
        return e instanceof InvalidDefinitionException definition && definition.getType() != null
                ? definition.getType().getRawClass().getName()
                : otherwise.getTypeName();
    }

    private static String unknownMember(PropertyBindingException unknown) {
        Collection<Object> known = unknown.getKnownPropertyIds();
        return "unknown member: known are "
                + (known == null
                        ? "none"
                        : new TreeSet<>(known.stream().map(Objects::toString).toList()));
    }

    private static JsonException misfit(Json found, @Nullable Class<?> target) {
        if (target == null) {
            return JsonAccess.fault(found, "the value does not fit its type");
        }
        if (target == boolean.class || target == Boolean.class) {
            return JsonAccess.misfit(found, "true or false", Json.Kind.BOOLEAN);
        }
        if (target.isPrimitive() || Number.class.isAssignableFrom(target)) {
            return JsonAccess.misfit(found, "a number for " + simpleName(target), Json.Kind.NUMBER);
        }
        if (target.isEnum()) {
            return JsonAccess.misfit(found, "one of " + Arrays.toString(JsonToJava.names(target)), Json.Kind.STRING);
        }
        return structure(found, target);
    }

    private static JsonException structure(Json found, Class<?> target) {
        String words = TextReading.words(target).orElse(target == byte[].class ? "bytes in base64" : "");
        if (!words.isEmpty()) {
            return JsonAccess.misfit(found, words, Json.Kind.STRING);
        }
        if (CharSequence.class.isAssignableFrom(target)) {
            return JsonAccess.misfit(found, "a string", Json.Kind.STRING);
        }
        if (target.isArray() || Collection.class.isAssignableFrom(target)) {
            return JsonAccess.misfit(found, "an array", Json.Kind.ARRAY);
        }
        if (Map.class.isAssignableFrom(target)) {
            return JsonAccess.misfit(found, "an object", Json.Kind.OBJECT);
        }
        return target.isRecord()
                ? JsonAccess.misfit(found, "an object for " + simpleName(target), Json.Kind.OBJECT)
                : JsonAccess.misfit(found, "a value for " + simpleName(target), found.kind());
    }

    private static String simpleName(Class<?> type) {
        return type.getSimpleName();
    }

    private static @Nullable Class<?> target(JacksonException e) {
        if (e instanceof MismatchedInputException mismatch) {
            return mismatch.getTargetType();
        }
        return e instanceof InputCoercionException coercion ? coercion.getTargetType() : null;
    }

    /** Returns the value at the end of a path, with a location that shows no name from the data. */
    private static Json at(Json json, List<JacksonException.Reference> path) {
        Json found = json;
        for (JacksonException.Reference step : path) {
            found = isElement(step) ? found.at("/" + step.getIndex()) : member(found, step);
        }
        return found;
    }

    private static Json member(Json json, JacksonException.Reference step) {
        String name = Objects.requireNonNullElse(step.getPropertyName(), "");
        Json member = json.get(name);
        return isOfMap(step) ? JsonAccess.moved(member, JsonAccess.place(json).anyMember()) : member;
    }

    private static JsonLocation follow(List<JacksonException.Reference> path, JsonLocation from) {
        JsonLocation place = from;
        for (JacksonException.Reference step : path) {
            place = isElement(step)
                    ? place.element(step.getIndex())
                    : isOfMap(step) ? place.anyMember() : place.member(step.getPropertyName());
        }
        return place;
    }

    private static boolean isElement(JacksonException.Reference step) {
        return step.getPropertyName() == null;
    }

    private static boolean isOfMap(JacksonException.Reference step) {
        return step.from() instanceof Map || (step.from() instanceof Class<?> type && Map.class.isAssignableFrom(type));
    }
}
