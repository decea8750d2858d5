package dev.plumbline.integration.docs;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.ElementCatalog;
import java.util.Collection;
import java.util.Map;

/** The programs of docs/own-format.md, compiled; a test compares them. */
final class OwnFormatExamples {

    private OwnFormatExamples() {}

    static AiRuntime withSchemas(AiProvider provider, Map<String, Json> official) {
        return AiRuntime.builder()
                .addProvider(provider)
                .schemas(JsonSchemas.service(official, FormatMode.CHECKED))
                .build();
    }

    static ElementCatalog materials(Collection<String> names) {
        return ElementCatalog.of(names.stream()
                .map(name -> new ElementCatalog.Element("material", name, "", Json.object()))
                .toList());
    }
}
