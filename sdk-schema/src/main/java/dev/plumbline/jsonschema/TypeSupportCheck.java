package dev.plumbline.jsonschema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.TypeResolver;
import dev.plumbline.json.internal.JsonToJava;
import dev.plumbline.json.internal.KotlinComponent;
import dev.plumbline.json.internal.KotlinTypes;
import dev.plumbline.json.internal.RecordAccess;
import dev.plumbline.json.internal.SealedVariants;
import dev.plumbline.tool.Param;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Searches a type for a component that cannot have a schema. Used once. */
final class TypeSupportCheck {
    private static final Set<Class<?>> LISTS = Set.of(List.class, Set.class, Collection.class);

    /** Types of the JDK that are often written, and what has a schema in their place. */
    private static final Map<String, String> OTHER_TYPES = Map.of(
            "java.nio.file.Path",
            "String, and open the file with ToolContext.files(), which checks where it is",
            "java.io.File",
            "String, and open the file with ToolContext.files(), which checks where it is",
            "java.net.URL",
            "java.net.URI",
            "java.util.Date",
            "java.time.Instant",
            "java.util.Calendar",
            "java.time.ZonedDateTime",
            "java.util.Locale",
            "String, with a tag such as \"en-GB\"",
            "java.lang.Number",
            "double, long or BigDecimal",
            "java.lang.CharSequence",
            "String");

    private final TypeResolver types = new TypeResolver();
    private final Set<ResolvedType> seen = new HashSet<>();

    /**
     * Checks that every component can have a schema, and that data binding may use every record.
     *
     * @throws IllegalArgumentException if one cannot; the message names the first, e.g. {@code Wall.points[]}, and the
     *     reason
     */
    static void check(Type type) {
        TypeSupportCheck check = new TypeSupportCheck();
        ResolvedType root = check.types.resolve(type);
        check.look(root, root.getErasedType().getSimpleName());
        requireOpen(type);
        requireBuildable(root, root.getErasedType().getSimpleName(), type);
    }

    /** Checks a member, which may be an {@code Optional}, under its own name. */
    static void checkMember(String name, Type type) {
        TypeSupportCheck check = new TypeSupportCheck();
        ResolvedType member = check.types.resolve(type);
        check.member(member, name);
        requireOpen(type);
        requireBuildable(member, name, type);
    }

    /** Checks before any call that a value can be bound to the type: every answer would be refused. */
    private static void requireBuildable(ResolvedType resolved, String name, Type type) {
        FiniteValues.endless(resolved).ifPresent(endless -> {
            throw no(
                    name,
                    "has no value that ends, because each " + endless + " needs another one: make a component"
                            + " Optional, or a List");
        });
        JsonToJava.fault(type).ifPresent(fault -> {
            throw no(name, "cannot be read from JSON: " + fault);
        });
    }

    /** Checks before any call that values of the type can be created, because a later error would blame the model. */
    private static void requireOpen(Type type) {
        RecordAccess.fault(type, Param.class.getModule()).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
    }

    private void member(ResolvedType type, String path) {
        if (!ScalarSchemas.optional(type.getErasedType())) {
            look(type, path);
        } else if (type.getErasedType() != Optional.class) {
            return;
        } else if (type.getTypeParameters().isEmpty()) {
            throw no(path, "is an Optional without type argument: add one");
        } else {
            look(type.getTypeParameters().get(0), path);
        }
    }

    private void look(ResolvedType type, String path) {
        Class<?> erased = type.getErasedType();
        if (ScalarSchemas.optional(erased)) {
            throw no(path, "is an Optional: only a component of a record can be missing");
        }
        if (ScalarSchemas.schema(erased).isPresent() || !seen.add(type)) {
            return;
        }
        if (erased.isEnum()) {
            constants(erased, path);
        } else if (erased.isRecord()) {
            record(type, path);
        } else if (KotlinTypes.isKotlin(erased)
                && !KotlinTypes.componentsOf(erased).isEmpty()) {
            dataClass(type, path);
        } else if (type.isArray()) {
            look(type.getArrayElementType(), path + "[]");
        } else if (isRaw(type) && (LISTS.contains(erased) || erased == Map.class)) {
            throw raw(path, erased);
        } else if (LISTS.contains(erased)) {
            look(type.typeParametersFor(Collection.class).get(0), path + "[]");
        } else if (erased == Map.class) {
            map(type.typeParametersFor(Map.class), path);
        } else if (!SealedVariants.of(erased).isEmpty()) {
            SealedVariants.of(erased)
                    .forEach(variant -> look(types.resolveSubtype(type, variant), variant.getSimpleName()));
        } else {
            throw no(path, reason(erased));
        }
    }

    /** Returns whether all type arguments are Object, as those of a raw type are. */
    private static boolean isRaw(ResolvedType type) {
        List<ResolvedType> arguments = type.getTypeParameters();
        return !arguments.isEmpty() && arguments.stream().allMatch(each -> each.getErasedType() == Object.class);
    }

    private static IllegalArgumentException raw(String path, Class<?> type) {
        String whole = Arrays.stream(type.getTypeParameters())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", type.getSimpleName() + "<", ">"));
        return no(
                path,
                "is a " + type.getSimpleName() + " of anything: write " + whole
                        + " with types instead of the letters, Json for any value; for a whole answer new TypeRef<"
                        + whole
                        + ">() {} instead of " + type.getSimpleName() + ".class"
                        + (type == List.class ? ", or TypeRef.listOf(E.class)" : ""));
    }

    private void record(ResolvedType type, String path) {
        for (RecordComponent component : type.getErasedType().getRecordComponents()) {
            String name = path + "." + component.getName();
            Param param = component.getAnnotation(Param.class);
            if (param != null && !param.name().isEmpty() && !param.name().equals(component.getName())) {
                throw no(
                        name, "has another name in @Param: rename the component, because values are bound by its name");
            }
            if (component.getGenericType() instanceof TypeVariable && isRaw(type)) {
                throw raw(path, type.getErasedType());
            }
            member(types.resolve(type.getTypeBindings(), component.getGenericType()), name);
        }
    }

    private void dataClass(ResolvedType type, String path) {
        for (KotlinComponent component : KotlinTypes.componentsOf(type.getErasedType())) {
            member(types.resolve(type.getTypeBindings(), component.type()), path + "." + component.name());
        }
    }

    private void map(List<ResolvedType> keyAndValue, String path) {
        Class<?> key = keyAndValue.get(0).getErasedType();
        if (key != String.class && !key.isEnum()) {
            throw no(path, "has keys that are neither String nor an enum");
        }
        look(keyAndValue.get(1), path + "{}");
    }

    private static void constants(Class<?> type, String path) {
        if (type.getEnumConstants().length == 0) {
            throw no(path, "is an enum without constants");
        }
    }

    private static String reason(Class<?> type) {
        if (type == Object.class) {
            return "is an Object: name the type, or use Json for any value";
        }
        String other = OTHER_TYPES.get(type.getName());
        if (other != null) {
            return "is the type " + type.getName() + ": use " + other;
        }
        if (type.isInterface() && type.isSealed() && KotlinTypes.isKotlin(type)) {
            return "is the sealed interface " + type.getName()
                    + " of Kotlin: data classes are not supported as its variants; write one data class with an enum that"
                    + " says which variant it is and nullable components, or the interface and its records in Java";
        }
        if (type.isInterface() && type.isSealed()) {
            return "is the sealed interface " + type.getName() + ": its variants are distinguished by "
                    + SealedVariants.MEMBER
                    + ", so they must be records of different simple names without a component of that name";
        }
        if (type.isInterface()) {
            return "is the interface " + type.getName() + ": an answer would not show which record is meant";
        }
        return "is the class " + type.getName() + ": use a "
                + (KotlinTypes.isKotlin(type) ? "data class, or a record" : "record");
    }

    private static IllegalArgumentException no(String path, String reason) {
        return new IllegalArgumentException(path + " " + reason);
    }
}
