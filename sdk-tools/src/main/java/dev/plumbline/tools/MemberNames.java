package dev.plumbline.tools;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import java.util.List;
import java.util.Optional;

/** Names the members of arguments that a schema does not know, for the model that wrote them. */
final class MemberNames {
    private static final String UNKNOWN = "/*";

    private MemberNames() {}

    /** Returns the unknown members of an object, and those that it may have; empty for a finding of another kind. */
    static Optional<String> fault(ValidationResult.Finding finding, Json arguments, Json schema) {
        String path = finding.path();
        String parent = path.endsWith(UNKNOWN) ? path.substring(0, path.length() - UNKNOWN.length()) : "*";
        if (!finding.code().equals("additionalProperties") || parent.contains("*")) {
            return Optional.empty();
        }
        Json object = arguments.at(parent);
        Json known = at(schema, parent).get("properties");
        if (object.kind() != Json.Kind.OBJECT || known.kind() != Json.Kind.OBJECT) {
            return Optional.empty();
        }
        List<String> unknown = object.fields().keySet().stream()
                .filter(name -> !known.fields().containsKey(name))
                .map(name -> Json.of(name).text())
                .toList();
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of((parent.isEmpty() ? "" : parent + ": ") + "there is no member "
                        + String.join(", ", unknown) + "; the members are "
                        + String.join(", ", known.fields().keySet()));
    }

    /** Returns the part of a schema for an object inside of the arguments. */
    private static Json at(Json schema, String parent) {
        Json at = schema;
        for (String segment :
                parent.isEmpty() ? new String[0] : parent.substring(1).split("/")) {
            Json items = at.get("items");
            at = items.kind() == Json.Kind.OBJECT && segment.chars().allMatch(Character::isDigit)
                    ? items
                    : at.get("properties").get(segment);
        }
        return at;
    }
}
