package dev.plumbline.provider;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.List;

/**
 * Answers model calls; one per service. Safe for any number of threads. There is one way to be called: deltas go to
 * the call's sink as they arrive, and what comes back is their fold; a provider that cannot stream pushes one batch.
 */
public interface AiProvider extends AutoCloseable {

    /** The part before the colon in a model id; unique in a runtime. */
    String id();

    /** The model that answers when nobody names one. */
    String defaultModel();

    /**
     * Answers one call; blocks until the answer is whole, failed or cancelled. What the network or the other side does is
     * an error value in the return, beside what had arrived, and never an exception.
     */
    AiReturn call(AiCall call);

    /** The address to which calls are sent; part of the cache key. Empty if they are sent nowhere. */
    default String endpoint() {
        return "";
    }

    /** The dialect of JSON Schema that the provider supports. */
    default SchemaDialect schemaDialect() {
        return SchemaDialect.PLAIN;
    }

    /** The models that the provider knows, under its own id; empty by default. */
    default List<ModelInfo> models() {
        return List.of();
    }

    /**
     * Makes what a first call would have to make, and speaks to nobody. Blocks for some tenths of a second, so not for the UI
     * thread; does nothing the second time, after close, and unless a provider has something to make.
     */
    default void warmUp() {}

    /**
     * Registers a user of the provider. A runtime calls it when it is built, and closes what is returned when it ends:
     * a provider that several runtimes share should free what it holds with the last of them. Unless overridden, the
     * first one to end closes it.
     *
     * @return ends that use; idempotent
     */
    default Subscription retain() {
        return this::close;
    }

    /** Frees what it holds at once, whoever uses it; idempotent. */
    @Override
    default void close() {}
}
