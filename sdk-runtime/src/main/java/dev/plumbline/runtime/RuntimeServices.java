package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.Marks;
import dev.plumbline.call.ModelId;
import dev.plumbline.host.Host;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schemas.JsonSchemas;
import dev.plumbline.time.RealTime;
import dev.plumbline.time.Timekeeper;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What everything in a runtime uses: time and threads, ids and keys, providers and their models, schemas. Made first, closed last. */
final class RuntimeServices {
    private final UUID drawn = UUID.randomUUID();
    private final AtomicLong counted = new AtomicLong();
    final JsonSchemaService schemas = JsonSchemas.service();
    final RuntimeThreads threads = new RuntimeThreads();
    final Timekeeper time;
    final @Nullable Host host;
    final ProviderRouter providers;
    final LiveModels models;
    final @Nullable Redaction redaction;
    private final Marks marks = Marks.of(unguessable());
    private final RealTime real;

    /** {@code brought} are the providers out of jars. */
    RuntimeServices(RuntimeParameters given, List<AiProvider> brought) {
        List<AiProvider> all = new ArrayList<>(given.providers);
        all.addAll(brought);
        if (all.isEmpty()) {
            throw new IllegalStateException("a runtime needs a provider: addProvider(OpenAiChat.builder(…).build())");
        }
        real = RealTime.of(given.clock, threads.platform("timer"));
        time = given.clock instanceof Timekeeper own ? own : real;
        host = given.host;
        providers = new ProviderRouter(all);
        models = new LiveModels(ModelCatalog.of(providers.defaultModelId(), providers.models()), given.modelFiles);
        redaction = given.redaction == null ? null : Redaction.of(given.redaction, pseudonymKey());
    }

    /**
     * An id that no two runtimes share: drawn once by chance (RFC 9562, version 4), and counted on from there, because ids are
     * made for every call and are no secret.
     */
    String id() {
        return new UUID(drawn.getMostSignificantBits(), drawn.getLeastSignificantBits() ^ counted.incrementAndGet())
                .toString();
    }

    /** Chance for those who spread their waiting: from 0, below 1. */
    static double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    /** The key of pseudonyms that need not last. */
    private static Secret pseudonymKey() {
        return Secret.of(HexFormat.of().formatHex(unguessable()).toCharArray());
    }

    private static byte[] unguessable() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** A call with its provider, and the hashed ids and the time of this runtime. */
    AiCall addressed(AiCall call) {
        return providers.toBuilder(call)
                .addNote(Marks.KEY, marks)
                .addNote(AiCall.TIMEKEEPER, time)
                .build();
    }

    /** How many tokens a model reads; 0 when nobody knows. */
    int contextTokens(ModelId model) {
        Optional<ModelInfo> known = models.now().find(model);
        return known.isPresent() ? known.get().contextTokens() : 0;
    }

    void closeTime() {
        real.close();
    }
}
