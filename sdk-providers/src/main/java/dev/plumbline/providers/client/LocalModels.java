package dev.plumbline.providers.client;

import dev.plumbline.call.ModelId;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.format.JsonDocumentStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What model servers on this machine list in their own ways beside the names of their models: which models are loaded,
 * and with how large a context. A server without such a list keeps its names.
 */
final class LocalModels {
    private final String dialect;
    private final URI root;
    private final Function<URI, Optional<Json>> get;

    /** The size of the context of each loaded model, by its name; 0 if it is not known. */
    private final Map<String, Long> loaded = new HashMap<>();

    private final Map<String, Long> largest = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param base the address of the provider
     * @param get returns the JSON object at an address; empty if there is none
     */
    LocalModels(String dialect, URI base, Function<URI, Optional<Json>> get) {
        this.dialect = dialect;
        this.root = base.resolve("/");
        this.get = get;
    }

    /** Returns the models with their contexts; loaded ones come first, with the rank 1. */
    List<ModelInfo> refined(List<ModelInfo> listed) {
        switch (dialect) {
            case "ollama" -> elements("api/ps", "models").forEach(this::ofOllama);
            case "lm-studio" -> {
                elements("api/v0/models", "data").forEach(this::ofStudio);
                if (largest.isEmpty()) {
                    elements("api/v1/models", "models").forEach(this::ofNewerStudio);
                }
            }
            case "llama.cpp" -> ofLlama(listed);
            default -> {}
        }
        if (loaded.isEmpty() && largest.isEmpty()) {
            return listed;
        }
        List<ModelInfo> all = new ArrayList<>();
        listed.forEach(model -> all.add(refined(model)));
        all.sort(Comparator.comparingInt(ModelInfo::rank).reversed());
        return all;
    }

    private void ofOllama(Json model) {
        loaded.put(model.get("name").findText().orElse(""), JsonDocumentStream.tokens(model.get("context_length")));
    }

    private void ofStudio(Json model) {
        String name = model.get("id").findText().orElse("");
        largest.put(name, JsonDocumentStream.tokens(model.get("max_context_length")));
        if (model.get("state").findText().orElse("").equals("loaded")) {
            loaded.put(name, JsonDocumentStream.tokens(model.get("loaded_context_length")));
        }
    }

    private void ofNewerStudio(Json model) {
        String name = model.get("key").findText().orElse("");
        largest.put(name, JsonDocumentStream.tokens(model.get("max_context_length")));
        Json instance = model.at("/loaded_instances/0");
        if (instance.exists()) {
            loaded.put(name, JsonDocumentStream.tokens(instance.at("/config/context_length")));
        }
    }

    /** A server of llama.cpp has loaded what it lists, with one size of context. */
    private void ofLlama(List<ModelInfo> listed) {
        Optional<Json> props = get.apply(root.resolve("props"));
        long size = props.map(json -> JsonDocumentStream.tokens(json.at("/default_generation_settings/n_ctx")))
                .orElse(0L);
        if (props.isPresent() && listed.size() == 1) {
            loaded.put(listed.get(0).id().name(), size);
        }
    }

    private List<Json> elements(String path, String member) {
        return JsonMembers.elements(get.apply(root.resolve(path)).orElse(Json.object()), member).stream()
                .filter(element -> element.kind() == Json.Kind.OBJECT)
                .toList();
    }

    private ModelInfo refined(ModelInfo model) {
        String name = model.id().name();
        long size = loaded.getOrDefault(name, 0L);
        long known = size > 0 ? size : largest.getOrDefault(name, (long) model.contextTokens());
        return row(model.id(), (int) Math.min(Integer.MAX_VALUE, known), loaded.containsKey(name) ? 1 : 0);
    }

    private static ModelInfo row(ModelId id, int context, int rank) {
        return new ModelInfo(
                id, Set.of(), Set.of(), context, 0, Set.of(), rank, false, List.of(), "", Optional.empty());
    }
}
