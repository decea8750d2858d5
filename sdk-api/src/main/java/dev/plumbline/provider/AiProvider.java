package dev.plumbline.provider;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Map;

/**
 * Answers model calls; one per service. Thread-safe. There is a single way to call it: deltas go to the call's sink as
 * they arrive, and the return is their fold; a provider that cannot stream sends them at once.
 */
public interface AiProvider extends AutoCloseable {

    /** Returns the part before the colon in a model id; unique in a runtime. */
    String id();

    /** Returns the model that answers if none is named. */
    String defaultModel();

    /**
     * Answers one call; blocks until the answer is complete, failed or cancelled. A failure of the network or the
     * service is an error value in the return, beside the content that had arrived, and never an exception. A {@code
     * CONTEXT_OVERFLOW} error may have the size of the model's window in tokens as its detail {@code window}; later calls
     * are then made to fit.
     */
    AiReturn call(AiCall call);

    /** Returns the address to which calls are sent; part of the cache key. Empty if they are sent nowhere. */
    default String endpoint() {
        return "";
    }

    /**
     * Returns further attributes of its requests that an answer may depend on, by name: part of the cache key.
     * Configuration and hashes, never secrets; empty by default. Names of headers begin with {@code header.} and are
     * shown by {@code PolicyChain.explain}.
     */
    default Map<String, String> requestAttributes() {
        return Map.of();
    }

    /** Returns the dialect of JSON Schema that the provider supports. */
    default SchemaDialect schemaDialect() {
        return SchemaDialect.PLAIN;
    }

    /** Returns the models that the provider knows, under its own id; empty by default. */
    default List<ModelInfo> models() {
        return List.of();
    }

    /** Returns the rate at which it is billed; STANDARD by default. */
    default Prices.Rate priceRate() {
        return Prices.Rate.STANDARD;
    }

    /**
     * Returns the models that the service lists now, with their announced shutdown days; those of {@link #models}
     * unless the provider can query the service. Blocks.
     *
     * @throws dev.plumbline.event.AiException if the service does not answer with a list
     */
    default List<ModelInfo> fetchModels() {
        return models();
    }

    /**
     * Prepares what a first call would have to create, without any network access. Blocks for some tenths of a second,
     * so do not call it on the UI thread. Does nothing on repetition, after close, and in a provider without anything
     * to prepare.
     */
    default void warmUp() {}

    /**
     * Registers a user of the provider. A runtime calls it when it is built, and closes the subscription when it ends:
     * a provider that several runtimes share should free its resources with the last of them. Those of this library open
     * them again for a later runtime. By default the first one to end closes it.
     *
     * @return a subscription that ends the use; idempotent
     */
    default Subscription retain() {
        return this::close;
    }

    /** Frees its resources at once, even if it is in use; idempotent. */
    @Override
    default void close() {}
}
