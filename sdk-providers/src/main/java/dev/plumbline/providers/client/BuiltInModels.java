package dev.plumbline.providers.client;

import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ServiceTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The models that the SDK knows: the rows {@code models} of {@link ServiceTable}. The capabilities of a row were seen in the
 * recordings that it names, its limits on the page that it names; anything else is left out. The days of ends are those
 * that {@code plumbline models --refresh} reads from the services.
 */
public final class BuiltInModels {

    private BuiltInModels() {}

    /** Returns the rows of a service as models of that provider; none for an unknown service. */
    public static List<ModelInfo> of(String service, String provider) {
        List<Json> rows = new ArrayList<>();
        for (Json row : ServiceTable.rows("models", "id", service + ":")) {
            rows.add(row.with("id", new ModelId(provider, id(row).name()).toString()));
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        Json file = Json.object().with("format", "plumbline-models/1").with("models", rows);
        return ModelCatalog.of(ModelId.NONE, List.of())
                .merged(file.text().getBytes(StandardCharsets.UTF_8))
                .all();
    }

    private static ModelId id(Json row) {
        return ModelId.parse(row.get("id").asText());
    }

    /** Returns the default model of a service: a small one. */
    public static String defaultModel(String service) {
        return ServerDialect.withDefaultModel().stream()
                .filter(dialect -> dialect.name().equals(service))
                .findFirst()
                .orElseThrow()
                .defaultModel();
    }
}
