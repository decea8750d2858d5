package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.call.internal.IdHasher;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.ui.HostApplication;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The services that all parts of a runtime share: clock, threads, ids, keys, providers, models, schemas. Created first,
 * closed last.
 */
final class RuntimeServices {
    private final UUID drawn = UUID.randomUUID();
    private final AtomicLong counted = new AtomicLong();
    final JsonSchemaService schemas;
    final RuntimeExecutor threads = new RuntimeExecutor();
    final Scheduler time;
    final @Nullable HostApplication host;
    final ProviderRouter providers;
    final ModelCatalogHolder models;
    final @Nullable Redaction redaction;
    private final IdHasher marks = IdHasher.of(unguessable());
    private final Scheduler real;

    /** Creates the services; {@code brought} are the providers from jars. */
    RuntimeServices(RuntimeSettings given, List<AiProvider> brought) {
        List<AiProvider> all = new ArrayList<>(given.providers);
        all.addAll(brought);
        if (all.isEmpty()) {
            throw new IllegalStateException(
                    "a runtime needs a provider; add one with addProvider(OpenAiChat.builder(…).build())");
        }
        providers = new ProviderRouter(all);
        given.fallback.forEach(model -> providers.require(model, "addFallbacks"));
        given.session.defaults().model().model().ifPresent(model -> providers.require(model, "defaults"));
        real = Scheduler.system(given.clock, threads.platform("timer"));
        schemas = given.schemas == null ? JsonSchemas.service() : given.schemas;
        time = given.clock instanceof Scheduler own ? own : real;
        host = given.session.host();
        models = new ModelCatalogHolder(
                ModelCatalog.of(providers.defaultModelId(), providers.models()), given.modelFiles);
        redaction = given.redaction == null ? null : Redaction.of(given.redaction, pseudonymKey());
    }

    /**
     * Returns a unique id: a random start (RFC 9562, version 4) that is counted up, because every call needs ids and
     * they are not secret.
     */
    String id() {
        return new UUID(drawn.getMostSignificantBits(), drawn.getLeastSignificantBits() ^ counted.incrementAndGet())
                .toString();
    }

    /** Returns the redaction of this runtime; one with the default options for a runtime that has none. */
    Redaction redactionOrDefault() {
        return redaction == null ? Redaction.of(RedactionOptions.ofDefaults(), pseudonymKey()) : redaction;
    }

    /** Returns a random number from 0 to below 1, for the jitter of delays. */
    static double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    /** Returns a key for pseudonyms that are not stored. */
    private static Secret pseudonymKey() {
        return Secret.of(HexFormat.of().formatHex(unguessable()).toCharArray());
    }

    private static byte[] unguessable() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** Returns the call with the attributes of its provider, the hashed ids and the clock of this runtime, and the window. */
    AiCall addressed(AiCall call) {
        return providers.toBuilder(call)
                .addNote(IdHasher.KEY, marks)
                .addNote(AiCall.SCHEDULER, time)
                .addNote(ContextWindow.KEY, window(call.model(), call.options()))
                .build();
    }

    /** Returns the context window of a model: that which the options ask for, else that of the list of models. */
    ContextWindow window(ModelId model, ModelOptions options) {
        int listed = models.now().find(model).map(ModelInfo::contextTokens).orElse(0);
        return providers.window(model, options, listed);
    }

    void closeTime() {
        real.close();
    }
}
