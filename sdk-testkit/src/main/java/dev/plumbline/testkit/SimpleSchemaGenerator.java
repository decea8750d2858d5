package dev.plumbline.testkit;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
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
 * Generates the schemas of simple types for tests of tools: scalars, enums, records, lists, maps and optional members; and
 * validates values against the keywords that it generates, and no others. With {@code sdk-schema} on the class path, use its
 * service instead. Stateless.
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
        List<Finding> findings = new ArrayList<>();
        validate(schema, value, "", findings);
        return new ValidationResult(findings);
    }

    private static void validate(Json schema, Json value, String path, List<Finding> into) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return;
        }
        Json type = schema.get("type");
        if (type.kind() == Json.Kind.STRING && !isOf(type.asText(), value)) {
            into.add(new Finding(Severity.ERROR, path, "type", type.asText()));
            return;
        }
        Json words = schema.get("enum");
        if (words.exists() && !words.elements().contains(value)) {
            into.add(new Finding(Severity.ERROR, path, "enum", words.text()));
        }
        if (value.kind() == Json.Kind.NUMBER) {
            limit(schema.get("minimum"), value, -1, "minimum", path, into);
            limit(schema.get("maximum"), value, 1, "maximum", path, into);
        } else if (value.kind() == Json.Kind.ARRAY) {
            value.elements().forEach(each -> validate(schema.get("items"), each, path + "/*", into));
        } else if (value.kind() == Json.Kind.OBJECT) {
            members(schema, value, path, into);
        }
    }

    private static void members(Json schema, Json value, String path, List<Finding> into) {
        Json required = schema.get("required");
        if (required.kind() == Json.Kind.ARRAY) {
            for (Json name : required.elements()) {
                if (!value.get(name.asText()).exists()) {
                    into.add(new Finding(Severity.ERROR, path + "/" + name.asText(), "required"));
                }
            }
        }
        Json further = schema.get("additionalProperties");
        value.fields().forEach((name, member) -> {
            Json own = schema.get("properties").get(name);
            if (!own.exists() && further.equals(Json.of(false))) {
                into.add(new Finding(Severity.ERROR, path + "/*", "additionalProperties"));
            }
            validate(own.exists() ? own : further, member, own.exists() ? path + "/" + name : path + "/*", into);
        });
    }

    private static void limit(Json limit, Json value, int beyond, String code, String path, List<Finding> into) {
        if (limit.kind() == Json.Kind.NUMBER
                && Integer.signum(value.asDecimal().compareTo(limit.asDecimal())) == beyond) {
            into.add(new Finding(Severity.ERROR, path, code, limit.text()));
        }
    }

    private static boolean isOf(String type, Json value) {
        return switch (type) {
            case "object" -> value.kind() == Json.Kind.OBJECT;
            case "array" -> value.kind() == Json.Kind.ARRAY;
            case "string" -> value.kind() == Json.Kind.STRING;
            case "boolean" -> value.kind() == Json.Kind.BOOLEAN;
            case "null" -> value.kind() == Json.Kind.NULL;
            case "integer" ->
                value.kind() == Json.Kind.NUMBER
                        && value.asDecimal().stripTrailingZeros().scale() <= 0;
            default -> value.kind() == Json.Kind.NUMBER;
        };
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
        return new UnsupportedOperationException(
                "this service generates schemas of simple types and validates values against them, and does no more; give"
                        + " the checker JsonSchemas.service() of sdk-schema");
    }
}
