package dev.plumbline.providers;

import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds the model servers that run on this machine, by the lists of their models at their usual ports. Immutable. */
public final class LocalServers {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final List<Candidate> USUAL = List.of(
            new Candidate("Ollama", true, "http://localhost:11434"),
            new Candidate("LM Studio", false, "http://localhost:1234/v1"),
            new Candidate("llama.cpp", false, "http://localhost:8080/v1"),
            new Candidate("vLLM", false, "http://localhost:8000/v1"));

    private final List<Candidate> candidates;
    private final Duration limit;

    /** Creates a search of these servers, each of which has that time to answer. */
    LocalServers(List<Candidate> candidates, Duration limit) {
        this.candidates = candidates;
        this.limit = limit;
    }

    /**
     * Returns those of Ollama, LM Studio, llama.cpp and vLLM that answer with a list of models, in this order. Blocks, at most
     * two seconds for each.
     */
    public static List<Found> find() {
        return new LocalServers(USUAL, LIMIT).answering();
    }

    List<Found> answering() {
        List<Found> found = new ArrayList<>();
        for (Candidate candidate : candidates) {
            try (AiProvider provider = builder(candidate).build()) {
                List<ModelInfo> models = provider.fetchModels();
                found.add(new Found(
                        candidate.name,
                        candidate.isOllama,
                        candidate.address,
                        models.stream().map(model -> model.id().name()).toList(),
                        models.stream()
                                .filter(model -> model.rank() > 0)
                                .map(LocalServers::loaded)
                                .toList()));
            } catch (AiException e) {
                // nothing answers there, or something that is not a model server
            }
        }
        return found;
    }

    private static String loaded(ModelInfo model) {
        int tokens = model.contextTokens();
        return model.id().name() + (tokens > 0 ? " with a context of " + tokens + " tokens" : "");
    }

    private ProviderBuilder<?> builder(Candidate candidate) {
        ProviderBuilder<?> builder = candidate.isOllama ? OllamaChat.builder("any") : OpenAiChat.builder("any");
        return builder.baseUrl(candidate.address)
                .connectTimeout(limit)
                .firstEventTimeout(limit)
                .idleTimeout(limit)
                .totalTimeout(limit);
    }

    /** A server that may run. */
    record Candidate(String name, boolean isOllama, String address) {}

    /**
     * A server that runs.
     *
     * @param name its name for users
     * @param isOllama whether it is for {@link OllamaChat}; else it is for {@link OpenAiChat}
     * @param address the address for {@code baseUrl}
     * @param models the names of its models, those that are loaded first; empty if it has none yet; unmodifiable
     * @param loaded the loaded models, with the sizes of their contexts if they are known; unmodifiable
     */
    public record Found(String name, boolean isOllama, String address, List<String> models, List<String> loaded) {
        public Found {
            models = List.copyOf(models);
            loaded = List.copyOf(loaded);
        }
    }
}
