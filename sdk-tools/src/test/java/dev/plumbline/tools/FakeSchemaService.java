package dev.plumbline.tools;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A schema service that knows {@code required} and {@code type: number}, and no library. */
final class FakeSchemaService implements JsonSchemaService {

    @Override
    public Json schemaOf(Type type) {
        List<Member> members = new ArrayList<>();
        for (var component : ((Class<?>) type).getRecordComponents()) {
            boolean optional = component.getType() == java.util.Optional.class;
            members.add(new Member(component.getName(), component.getGenericType(), "", !optional));
        }
        return schemaOf(members);
    }

    @Override
    public Json schemaOf(List<Member> members) {
        Map<String, Object> properties = new LinkedHashMap<>();
        members.forEach(member -> {
            if (member.type() == Object.class) {
                throw new IllegalArgumentException(member.name() + " is an Object, which has no schema");
            }
            properties.put(member.name(), Map.of("type", member.type() == double.class ? "number" : "any"));
        });
        List<String> required =
                members.stream().filter(Member::required).map(Member::name).toList();
        return Json.of(Map.of("type", "object", "properties", properties, "required", required));
    }

    @Override
    public ValidationResult check(Json schema) {
        return ValidationResult.OK;
    }

    @Override
    public ValidationResult validate(Json schema, Json value) {
        if (schema.get("x-throws").exists()) {
            throw new OutOfMemoryError("as if the value were large");
        }
        List<ValidationResult.Finding> findings = new ArrayList<>();
        for (Json name : schema.get("required").elements()) {
            if (!value.get(name.asText()).exists()) {
                findings.add(error("/" + name.asText(), "required"));
            }
        }
        value.fields().forEach((name, given) -> {
            boolean number = schema.at("/properties/" + name + "/type").kind() == Json.Kind.STRING
                    && schema.at("/properties/" + name + "/type").asText().equals("number");
            if (number && given.kind() != Json.Kind.NUMBER) {
                findings.add(error("/" + name, "type"));
            }
        });
        return new ValidationResult(findings);
    }

    private static ValidationResult.Finding error(String path, String code) {
        return new ValidationResult.Finding(ValidationResult.Severity.ERROR, path, code);
    }

    @Override
    public Json wrap(Json schema, SchemaDialect dialect) {
        return schema;
    }

    @Override
    public Json unwrap(Json answer, Json schema, SchemaDialect dialect) {
        return answer;
    }
}
