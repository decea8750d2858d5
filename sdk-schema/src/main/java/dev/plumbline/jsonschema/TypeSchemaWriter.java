package dev.plumbline.jsonschema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfig;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.KotlinComponent;
import dev.plumbline.json.internal.KotlinTypes;
import dev.plumbline.json.internal.SealedVariants;
import dev.plumbline.schema.JsonSchemaService.Member;
import dev.plumbline.tool.Param;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the schema of a checked type. The only class that uses victools. */
final class TypeSchemaWriter {

    private TypeSchemaWriter() {}

    static Json schema(Type type) {
        TypeSupportCheck.check(type);
        return read(new SchemaGenerator(config()).generateSchema(type));
    }

    static Written schemas(List<Member> members) {
        SchemaBuilder builder = new SchemaGenerator(config()).buildMultipleSchemaDefinitions();
        List<ObjectNode> written = new ArrayList<>(members.size());
        for (Member member : members) {
            TypeSupportCheck.checkMember(member.name(), member.type());
            written.add(builder.createSchemaReference(member.type()));
        }
        // The generator writes references only when the definitions are collected.
        ObjectNode shared = builder.collectDefinitions("$defs");
        List<Json> schemas = new ArrayList<>(members.size());
        for (ObjectNode schema : written) {
            schemas.add(read(schema));
        }
        Json definitions = shared.isEmpty()
                ? Json.object()
                : read(JsonNodeFactory.instance.objectNode().set("$defs", shared))
                        .get("$defs");
        return new Written(schemas, definitions);
    }

    /**
     * The schemas of several types and their shared definitions.
     *
     * @param schemas in the order of the types
     * @param definitions the definitions that they refer to; empty if there are none
     */
    record Written(List<Json> schemas, Json definitions) {}

    private static Json read(JsonNode schema) {
        return VariantDiscriminator.resolved(Json.parse(schema.toString()));
    }

    // A new generator each time, because it would keep the classes of plugins.
    private static SchemaGeneratorConfig config() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        JsonMapper.builder().build(), SchemaVersion.DRAFT_2020_12, new OptionPreset())
                .with(
                        Option.NONPUBLIC_NONSTATIC_FIELDS_WITH_GETTERS,
                        Option.NONPUBLIC_NONSTATIC_FIELDS_WITHOUT_GETTERS,
                        Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
                        Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                        Option.PLAIN_DEFINITION_KEYS,
                        Option.ALLOF_CLEANUP_AT_THE_END)
                .with(new JacksonSchemaModule(
                        JacksonOption.SKIP_SUBTYPE_LOOKUP, JacksonOption.IGNORE_TYPE_INFO_TRANSFORM));
        config.forTypesInGeneral()
                .withPropertySorter((unusedOne, unusedOther) -> 0)
                .withSubtypeResolver(TypeSchemaWriter::variants)
                .withTypeAttributeOverride((node, scope, context) -> SealedVariants.nameOf(
                                scope.getType().getErasedType())
                        .ifPresent(name -> node.put(VariantDiscriminator.KEYWORD, name)))
                .withTypeAttributeOverride((node, scope, context) ->
                        keys(scope.getType()).ifPresent(names -> node.set("propertyNames", node(names))))
                .withCustomDefinitionProvider((type, context) -> scalar(type));
        config.forFields()
                .withTargetTypeOverridesResolver(TypeSchemaWriter::inside)
                .withIgnoreCheck(TypeSchemaWriter::isNoComponent)
                .withRequiredCheck(field ->
                        !ScalarSchemas.optional(field.getDeclaredType().getErasedType()) && !isOptionalInKotlin(field))
                .withDescriptionResolver(TypeSchemaWriter::text);
        return config.build();
    }

    private static @Nullable List<ResolvedType> variants(ResolvedType type, SchemaGenerationContext context) {
        List<Class<?>> variants = SealedVariants.of(type.getErasedType());
        return variants.isEmpty()
                ? null
                : variants.stream()
                        .map(variant -> context.getTypeContext().resolveSubtype(type, variant))
                        .toList();
    }

    private static @Nullable CustomDefinition scalar(ResolvedType type) {
        Class<?> erased = type.getErasedType();
        Optional<Json> schema = erased.isEnum() ? Optional.of(constants(erased)) : ScalarSchemas.schema(erased);
        return schema.map(json -> inline(node(json))).orElse(null);
    }

    private static ObjectNode node(Json schema) {
        return (ObjectNode) JacksonNodeConverter.of(schema, new ValidationWork());
    }

    /** Returns the schema of the keys of a map, if they are constants of an enum. */
    private static Optional<Json> keys(ResolvedType type) {
        return Optional.of(type)
                .filter(map -> map.isInstanceOf(Map.class))
                .map(map -> map.typeParametersFor(Map.class).get(0).getErasedType())
                .filter(Class::isEnum)
                .map(key -> Json.object().with("enum", constants(key).get("enum")));
    }

    private static CustomDefinition inline(ObjectNode schema) {
        return new CustomDefinition(schema, CustomDefinition.INLINE_DEFINITION, CustomDefinition.EXCLUDING_ATTRIBUTES);
    }

    private static Json constants(Class<?> type) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
        return Json.object().with("type", "string").with("enum", names);
    }

    private static @Nullable List<ResolvedType> inside(FieldScope field) {
        ResolvedType type = field.getDeclaredType();
        return type.getErasedType() == Optional.class && !field.isFakeContainerItemScope()
                ? List.of(type.getTypeParameters().get(0))
                : null;
    }

    /** Returns whether a field belongs to a data class of Kotlin and to no parameter of its primary constructor. */
    private static boolean isNoComponent(FieldScope field) {
        Class<?> owner = field.getDeclaringType().getErasedType();
        return KotlinTypes.isKotlin(owner) && inKotlin(field).isEmpty();
    }

    private static boolean isOptionalInKotlin(FieldScope field) {
        return inKotlin(field).map(KotlinComponent::optional).orElse(false);
    }

    private static Optional<KotlinComponent> inKotlin(FieldScope field) {
        return KotlinTypes.componentsOf(field.getDeclaringType().getErasedType()).stream()
                .filter(component -> component.name().equals(field.getDeclaredName()))
                .findFirst();
    }

    private static @Nullable String text(FieldScope field) {
        Param param = inKotlin(field)
                .flatMap(component -> component.annotations().stream()
                        .filter(Param.class::isInstance)
                        .map(Param.class::cast)
                        .findFirst())
                .orElseGet(() -> field.getAnnotation(Param.class));
        return param == null || param.value().isEmpty() ? null : param.value();
    }
}
