package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Schemas that others may refer to by id: the only ones outside itself that a schema ever reaches. Immutable. */
record RegisteredSchemas(Map<String, Json> byId) {
    static final RegisteredSchemas NONE = new RegisteredSchemas(Map.of());

    RegisteredSchemas {
        byId = Map.copyOf(byId);
    }

    Optional<Json> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** As the library takes them. */
    Map<String, String> texts() {
        return byId.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().text()));
    }
}
