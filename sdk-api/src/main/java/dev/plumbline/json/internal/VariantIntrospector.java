package dev.plumbline.json.internal;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/** Adds {@link SealedVariants} to data binding. */
final class VariantIntrospector extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("NullAway") // databind's word for a type like any other
    public JsonTypeInfo.Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        boolean sealedVariant = annotated instanceof AnnotatedClass && isSealedVariant(annotated.getRawType());
        return sealedVariant ? byName() : super.findPolymorphicTypeInfo(config, annotated);
    }

    private static JsonTypeInfo.Value byName() {
        return JsonTypeInfo.Value.construct(
                JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, SealedVariants.MEMBER, null, false, true);
    }

    private static boolean isSealedVariant(Class<?> type) {
        return !SealedVariants.of(type).isEmpty() || SealedVariants.nameOf(type).isPresent();
    }

    @Override
    public List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        List<Class<?>> variants = SealedVariants.of(annotated.getRawType());
        return variants.isEmpty()
                ? super.findSubtypes(config, annotated)
                : variants.stream()
                        .map(type ->
                                new NamedType(type, SealedVariants.nameOf(type).orElseThrow()))
                        .toList();
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass annotated) {
        return SealedVariants.nameOf(annotated.getRawType()).orElseGet(() -> super.findTypeName(config, annotated));
    }
}
