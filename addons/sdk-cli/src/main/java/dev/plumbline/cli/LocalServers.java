package dev.plumbline.cli;

import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.ProviderBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds the model servers that run on this machine, by the lists of their models at their usual ports. */
final class LocalServers {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final List<Candidate> USUAL = List.of(
            new Candidate("Ollama", "ollama", "http://localhost:11434"),
            new Candidate("LM Studio", "chat", "http://localhost:1234/v1"),
            new Candidate("llama.cpp", "chat", "http://localhost:8080/v1"),
            new Candidate("vLLM", "chat", "http://localhost:8000/v1"));

    private final List<Candidate> candidates;
    private final Duration limit;

    LocalServers() {
        this(USUAL, LIMIT);
    }

    /** Creates a search of these servers, each of which has that time to answer. */
    LocalServers(List<Candidate> candidates, Duration limit) {
        this.candidates = candidates;
        this.limit = limit;
    }

    /** Returns the servers that answer with a list of models, in the order of the candidates. */
    List<Found> find() {
        List<Found> found = new ArrayList<>();
        for (Candidate candidate : candidates) {
            try (AiProvider provider = builder(candidate).build()) {
                List<ModelInfo> models = provider.fetchModels();
                found.add(new Found(
                        candidate,
                        models.stream().map(model -> model.id().name()).toList(),
                        models.stream()
                                .filter(model -> model.rank() > 0)
                                .map(LocalServers::loaded)
                                .toList()));
            } catch (AiException e) {
                // nothing answers there, or something that is no model server
            }
        }
        return found;
    }

    private static String loaded(ModelInfo model) {
        int tokens = model.contextTokens();
        return model.id().name() + (tokens > 0 ? " with a context of " + tokens + " tokens" : "");
    }

    private ProviderBuilder<?> builder(Candidate candidate) {
        ProviderBuilder<?> builder =
                candidate.format.equals("ollama") ? OllamaChat.builder("any") : OpenAiChat.builder("any");
        return builder.baseUrl(candidate.address)
                .connectTimeout(limit)
                .firstEventTimeout(limit)
                .idleTimeout(limit)
                .totalTimeout(limit);
    }

    /**
     * A server that may run.
     *
     * @param name its name for users
     * @param format the value of {@code --format} for it
     * @param address the value of {@code --base-url} for it
     */
    record Candidate(String name, String format, String address) {}

    /**
     * A server that runs.
     *
     * @param models the names of its models, those that are loaded first; empty if it has none yet
     * @param loaded the loaded models, with the sizes of their contexts if they are known
     */
    record Found(Candidate server, List<String> models, List<String> loaded) {

        /** Returns a sentence with the command to use it. */
        String usage() {
            if (models.isEmpty()) {
                return "has no model yet"
                        + (server.format.equals("ollama") ? "; run: ollama pull qwen3" : "; load one");
            }
            return "plumbline chat --format " + server.format + " --base-url " + server.address + " --model "
                    + models.get(0);
        }
    }
}
