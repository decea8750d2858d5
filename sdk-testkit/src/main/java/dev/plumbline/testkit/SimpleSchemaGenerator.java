package dev.plumbline.testkit;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates the schemas of simple types for tests of tools: scalars, enums, records, lists, maps and optional members.
 * It checks and validates
 * nothing: with {@code sdk-schema} on the class path, use its service instead. Stateless.
 */
enum SimpleSchemaGenerator implements JsonSchemaService {
    /** The only instance. */
    PLAIN;

    @Override
    public Json schemaOf(Type type) {
        if (type instanceof ParameterizedType generic) {
            return parameterized(generic);
        }
        if (type instanceof Class<?> plain) {
            return plain.isRecord() ? schemaOf(members(plain)) : plain(plain);
        }
        throw undescribed(type);
    }

    @Override
    public Json schemaOf(List<Member> members) {
        Json properties = Json.object();
        List<String> required = new ArrayList<>();
        for (Member member : members) {
            properties = properties.with(member.name(), schemaOf(member.type()));
            if (member.required()) {
                required.add(member.name());
            }
        }
        return typed("object")
                .with("properties", properties)
                .with("required", required)
                .with("additionalProperties", false);
    }

    private static List<Member> members(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(SimpleSchemaGenerator::member)
                .toList();
    }

    private static Member member(RecordComponent component) {
        boolean optional = component.getType() == Optional.class;
        Type type = optional ? argument((ParameterizedType) component.getGenericType(), 0) : component.getGenericType();
        return new Member(component.getName(), type, "", !optional);
    }

    private Json parameterized(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        if (Collection.class.isAssignableFrom(raw)) {
            return typed("array").with("items", schemaOf(argument(type, 0)));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return typed("object").with("additionalProperties", schemaOf(argument(type, 1)));
        }
        throw undescribed(type);
    }

    private Json plain(Class<?> type) {
        if (type == Json.class) {
            return Json.object();
        }
        if (type == String.class) {
            return typed("string");
        }
        if (type == boolean.class || type == Boolean.class) {
            return typed("boolean");
        }
        if (type.isEnum()) {
            return JsonSchemaService.oneOf(Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList());
        }
        return type.isArray() ? typed("array").with("items", schemaOf(type.getComponentType())) : number(type);
    }

    private static Json number(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return typed("integer").with("minimum", Integer.MIN_VALUE).with("maximum", Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return typed("integer").with("minimum", Long.MIN_VALUE).with("maximum", Long.MAX_VALUE);
        }
        if (type == double.class || type == Double.class || type == BigDecimal.class) {
            return typed("number");
        }
        throw undescribed(type);
    }

    private static Type argument(ParameterizedType type, int index) {
        return type.getActualTypeArguments()[index];
    }

    private static Json typed(String type) {
        return Json.object().with("type", type);
    }

    private static IllegalArgumentException undescribed(Type type) {
        return new IllegalArgumentException(type.getTypeName()
                + " is not supported by the small generator of the test kit; override schemas() and return"
                + " JsonSchemas.service() of sdk-schema");
    }

    @Override
    public ValidationResult check(Json schema) {
        throw onlyGenerates();
    }

    @Override
    public ValidationResult validate(Json schema, Json value) {
        throw onlyGenerates();
    }

    @Override
    public Json wrap(Json schema, SchemaDialect dialect) {
        throw onlyGenerates();
    }

    @Override
    public Json unwrap(Json answer, Json schema, SchemaDialect dialect) {
        throw onlyGenerates();
    }

    private static UnsupportedOperationException onlyGenerates() {
        return new UnsupportedOperationException("this service generates schemas of simple types and does no more; give"
                + " the checker JsonSchemas.create() of sdk-schema");
    }
}
