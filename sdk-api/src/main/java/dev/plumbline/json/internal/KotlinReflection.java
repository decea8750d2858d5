package dev.plumbline.json.internal;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.reflect.KClass;
import kotlin.reflect.KFunction;
import kotlin.reflect.KParameter;
import kotlin.reflect.full.KClasses;
import kotlin.reflect.jvm.KCallablesJvm;
import kotlin.reflect.jvm.ReflectJvmMapping;
import org.jspecify.annotations.Nullable;

/** The only class that uses kotlin-reflect. */
final class KotlinReflection {
    private KotlinReflection() {}

    /** Returns the components of a data class; empty for other classes of Kotlin. */
    static List<KotlinComponent> components(Class<?> type) {
        KFunction<?> constructor = constructor(type);
        return constructor == null
                ? List.of()
                : constructor.getParameters().stream()
                        .map(KotlinReflection::component)
                        .toList();
    }

    private static @Nullable KFunction<?> constructor(Class<?> type) {
        KClass<?> known = JvmClassMappingKt.getKotlinClass(type);
        return known.isData() ? KClasses.getPrimaryConstructor(known) : null;
    }

    private static KotlinComponent component(KParameter parameter) {
        boolean nullable = parameter.getType().isMarkedNullable();
        return new KotlinComponent(
                String.valueOf(parameter.getName()),
                ReflectJvmMapping.getJavaType(parameter.getType()),
                nullable,
                nullable || parameter.isOptional(),
                parameter.getAnnotations());
    }

    /** Returns the parameter of a function that Java's reflection has found; empty if Kotlin does not know the method. */
    static Optional<KotlinComponent> parameter(Method method, Parameter wanted) {
        KFunction<?> function = ReflectJvmMapping.getKotlinFunction(method);
        if (function == null) {
            return Optional.empty();
        }
        List<KParameter> values = function.getParameters().stream()
                .filter(parameter -> parameter.getKind() == KParameter.Kind.VALUE)
                .toList();
        int position = Arrays.asList(method.getParameters()).indexOf(wanted);
        return position < values.size() ? Optional.of(component(values.get(position))) : Optional.empty();
    }

    /** Calls the primary constructor with the values that are given; the others have their defaults, or are null. */
    static Object create(Class<?> type, List<@Nullable Object> values, List<Boolean> given) {
        KFunction<?> constructor = constructor(type);
        if (constructor == null) {
            throw new IllegalArgumentException(type.getSimpleName() + " is no data class");
        }
        KCallablesJvm.setAccessible(constructor, true);
        Map<KParameter, @Nullable Object> arguments = new LinkedHashMap<>();
        List<KParameter> parameters = new ArrayList<>(constructor.getParameters());
        for (int i = 0; i < parameters.size(); i++) {
            if (given.get(i) || !parameters.get(i).isOptional()) {
                arguments.put(parameters.get(i), values.get(i));
            }
        }
        return constructor.callBy(arguments);
    }
}
