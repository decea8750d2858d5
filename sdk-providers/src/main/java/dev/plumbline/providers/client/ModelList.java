package dev.plumbline.providers.client;

import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.JsonDocumentStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the models that a service lists, as rows with only their names and shutdown dates. */
final class ModelList {
    /** The greatest list that is read, in bytes. */
    static final int MOST = 8 << 20;

    private static final int DATE = 10;

    private ModelList() {}

    /**
     * Returns the rows of a list; {@code shutdown_date} of OpenAI and {@code deprecation} of Mistral are shutdown
     * dates.
     *
     * @throws dev.plumbline.event.AiException if it is not a list
     */
    static List<ModelInfo> read(byte[] utf8, String provider) {
        List<ModelInfo> models = new ArrayList<>();
        try {
            Json body = UntrustedJson.parse(new String(utf8, StandardCharsets.UTF_8));
            for (Json model : listed(body).elements()) {
                Optional<LocalDate> end = date(model.get("shutdown_date")).or(() -> date(model.get("deprecation")));
                models.add(
                        model.get("id").exists()
                                ? row(new ModelId(provider, model.get("id").asText()), context(model), end)
                                : named(model, provider));
            }
        } catch (JsonException e) {
            throw DecodingErrors.protocol("models", "the answer is not a list of models at " + e.getMessage());
        }
        return models;
    }

    private static Json listed(Json body) {
        for (String name : new String[] {"models", "modelSummaries"}) {
            if (body.get(name).exists()) {
                return body.get(name);
            }
        }
        return body.get("data");
    }

    private static ModelInfo named(Json model, String provider) {
        return model.get("modelId").exists()
                ? row(new ModelId(provider, model.get("modelId").asText()), 0, Optional.empty())
                : google(model, provider);
    }

    /** Returns a row of Google's list, whose names are {@code models/NAME}. */
    private static ModelInfo google(Json model, String provider) {
        String name = model.get("name").asText();
        return new ModelInfo(
                new ModelId(provider, name.startsWith("models/") ? name.substring("models/".length()) : name),
                Set.of(),
                Set.of(),
                (int) Math.min(Integer.MAX_VALUE, JsonDocumentStream.tokens(model.get("inputTokenLimit"))),
                (int) Math.min(Integer.MAX_VALUE, JsonDocumentStream.tokens(model.get("outputTokenLimit"))),
                Set.of(),
                0,
                false,
                List.of(),
                "",
                Optional.empty());
    }

    /** Returns the context with which llama.cpp says that a model was trained, or that vLLM allows; 0 for others. */
    private static int context(Json model) {
        long trained = JsonDocumentStream.tokens(model.at("/meta/n_ctx_train"));
        long allowed = JsonDocumentStream.tokens(model.get("max_model_len"));
        return (int) Math.min(Integer.MAX_VALUE, Math.max(trained, allowed));
    }

    private static ModelInfo row(ModelId id, int context, Optional<LocalDate> end) {
        return new ModelInfo(id, Set.of(), Set.of(), context, 0, Set.of(), 0, end.isPresent(), List.of(), "", end);
    }

    private static Optional<LocalDate> date(Json value) {
        if (value.kind() != Json.Kind.STRING || value.asText().length() < DATE) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(value.asText().substring(0, DATE)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
