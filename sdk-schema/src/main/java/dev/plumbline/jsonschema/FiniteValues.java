package dev.plumbline.jsonschema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.TypeResolver;
import dev.plumbline.json.internal.KotlinComponent;
import dev.plumbline.json.internal.KotlinTypes;
import dev.plumbline.json.internal.SealedVariants;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Searches a supported type for a record that needs a value of itself, of which no JSON ends. Used once. */
final class FiniteValues {
    private final TypeResolver types = new TypeResolver();
    private final Set<ResolvedType> finite = new HashSet<>();

    /** Returns the simple name of a class of which no value ends; empty if the type has a value. */
    static Optional<String> endless(ResolvedType type) {
        return new FiniteValues().endless(type, Set.of());
    }

    private Optional<String> endless(ResolvedType type, Set<ResolvedType> inside) {
        if (inside.contains(type)) {
            return Optional.of(type.getErasedType().getSimpleName());
        }
        if (finite.contains(type)) {
            return Optional.empty();
        }
        Set<ResolvedType> here = new HashSet<>(inside);
        here.add(type);
        List<Optional<String>> variants = SealedVariants.of(type.getErasedType()).stream()
                .map(variant -> endless(types.resolveSubtype(type, variant), here))
                .toList();
        Optional<String> found = variants.isEmpty()
                ? components(type).stream()
                        .flatMap(each -> endless(each, here).stream())
                        .findFirst()
                : variants.stream().filter(Optional::isEmpty).findFirst().orElse(variants.get(0));
        if (found.isEmpty()) {
            finite.add(type);
        }
        return found;
    }

    /** Returns the types of the components that every value has. */
    private List<ResolvedType> components(ResolvedType type) {
        Class<?> erased = type.getErasedType();
        if (erased.isRecord()) {
            return Arrays.stream(erased.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .map(component -> types.resolve(type.getTypeBindings(), component))
                    .toList();
        }
        return KotlinTypes.componentsOf(erased).stream()
                .filter(component -> !component.optional())
                .map(KotlinComponent::type)
                .map(component -> types.resolve(type.getTypeBindings(), component))
                .toList();
    }
}
