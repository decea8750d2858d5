package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The batches of OpenAI, Anthropic and Gemini: many requests that the service answers within a day, at half the price of
 * single ones. A request is what the provider would send for a call, and an answer is decoded as that of a call is. Thread-safe.
 */
public final class BatchService {
    /** The most requests of one batch, so that its answers fit into memory. */
    public static final int MOST_REQUESTS = 1_000;

    private final BatchForm form;

    private BatchService(BatchForm form) {
        this.form = form;
    }

    /**
     * Returns the batches of the service of a provider. The provider stays open.
     *
     * @throws IllegalArgumentException if its format has none
     */
    public static BatchService of(AiProvider provider) {
        BatchForm form = provider instanceof ProviderClient client ? form(client) : null;
        if (form != null) {
            return new BatchService(form);
        }
        throw new IllegalArgumentException("batches exist for OpenAiChat, OpenAiResponses, AnthropicMessages and"
                + " GeminiGenerateContent at the Gemini API, not for " + provider.id());
    }

    private static @Nullable BatchForm form(ProviderClient client) {
        return switch (client.format()) {
            case CHAT, RESPONSES -> new OpenAiBatches(client);
            case MESSAGES -> new AnthropicBatches(client);
            case GEMINI -> client.isOnVertex() ? null : new GeminiBatches(client);
            default -> null;
        };
    }

    /**
     * Returns the request of a call, which the service answers as a whole.
     *
     * @throws AiException if the format cannot express the call
     */
    public Json request(AiCall call) {
        return form.request(call);
    }

    /**
     * Creates a batch and returns its id.
     *
     * @param requests the requests by ids of at most 64 letters, digits, {@code _} and {@code -}
     * @throws IllegalArgumentException if there are none, or more than {@link #MOST_REQUESTS}
     * @throws AiException if the service does not take them
     */
    public String submit(Map<String, Json> requests) {
        if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
            throw new IllegalArgumentException(
                    "a batch has 1 to " + MOST_REQUESTS + " requests, not " + requests.size());
        }
        return form.submit(requests);
    }

    /**
     * Returns the state of a batch.
     *
     * @throws AiException if the service does not tell it
     */
    public State state(String id) {
        return form.state(id);
    }

    /** Asks the service to end a batch; what is finished by then has a result and is billed. */
    public void cancel(String id) {
        form.cancel(id);
    }

    /**
     * Returns the results of a batch that ended, by the ids of their requests; {@link #read} decodes them. A request
     * without one was not answered.
     *
     * @throws AiException if the service refused the batch as a whole
     */
    public Map<String, Json> results(String id) {
        return form.results(id);
    }

    /** Decodes a result of {@link #results} as the answer of its call. */
    public AiReturn read(AiCall call, Json result) {
        return form.read(call, result);
    }

    /**
     * The state of a batch.
     *
     * @param word the service's word for it, for example {@code in_progress}
     * @param ended whether its results are ready; there are none if the service refused it
     * @param done the number of requests that were processed
     */
    public record State(String word, boolean ended, long done) {}
}
