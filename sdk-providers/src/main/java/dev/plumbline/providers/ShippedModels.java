package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * What the SDK ships of models: a file of rows, each with its source. What a row says a model can do was seen in the recordings it
 * names, its limits on the page it names; what was not seen is not in it.
 */
final class ShippedModels {
    private ShippedModels() {}

    /** The rows of the service behind a wire, as models of its provider's id. */
    static List<ModelInfo> of(Wire wire) {
        return all().stream()
                .filter(row -> row.id().provider().equals(wire.dialect().name()))
                .map(row -> row.withId(new ModelId(wire.id(), row.id().name())))
                .toList();
    }

    static List<ModelInfo> all() {
        return ModelCatalog.of(ModelId.NONE, List.of()).merged(file()).all();
    }

    private static byte[] file() {
        try (InputStream file = ShippedModels.class.getResourceAsStream("models.json")) {
            return Objects.requireNonNull(file, "models.json is part of this jar")
                    .readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
