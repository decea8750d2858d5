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
import dev.plumbline.sandbox.ToolSandbox;
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

/**
 * What all else in a runtime stands on: time and threads, chance and keys, providers and their models, schemas, the sandbox.
 * Made first, ended last.
 */
final class Ground {
    private final UUID drawn = UUID.randomUUID();
    private final AtomicLong counted = new AtomicLong();
    final JsonSchemaService schemas = JsonSchemas.service();
    final RuntimeThreads threads = new RuntimeThreads();
    final Timekeeper time;
    final Optional<Host> host;
    final ProviderRouter providers;
    final LiveModels models;
    final ToolSandbox sandbox;
    final Optional<Redaction> redaction;
    private final Marks marks = Marks.of(unguessable());
    private final RealTime real;
    private final Brought brought;

    Ground(Given given, Brought brought) {
        this.brought = brought;
        List<AiProvider> all = new ArrayList<>(given.providers);
        all.addAll(brought.providers());
        if (all.isEmpty()) {
            throw new IllegalStateException(
                    "a runtime needs somebody who answers: provider(OpenAiChat.model(…).build())");
        }
        real = RealTime.of(given.clock, threads.platform("timer"));
        time = given.clock instanceof Timekeeper own ? own : real;
        host = Optional.ofNullable(given.host);
        providers = new ProviderRouter(all);
        models = new LiveModels(ModelCatalog.of(providers.defaultModelId(), providers.models()), given.modelFiles);
        sandbox = given.tooling.sandbox(time);
        redaction = Optional.ofNullable(given.redaction).map(options -> Redaction.of(options, pseudonymKey()));
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

    /** What tools and their layers need of it. */
    Tooling.Setting setting() {
        return new Tooling.Setting(schemas, time, sandbox, redaction);
    }

    /** A call that knows its provider, and the marks and the time of this runtime. */
    AiCall addressed(AiCall call) {
        return providers.addressed(call).with(Marks.KEY, marks).with(AiCall.TIMEKEEPER, time);
    }

    int contextTokens(ModelId model) {
        return models.now().find(model).map(ModelInfo::contextTokens).orElse(0);
    }

    /** Adds its own end: to be asked when all that stands on it has added theirs, {@code kept} being what they wrote into. */
    Closing ending(Closing closing, List<Closing.Step> kept) {
        closing.then(sandbox::close)
                .then(() -> redaction.ifPresent(Redaction::close))
                .then(providers::close);
        kept.forEach(closing::then);
        return closing.then(() -> brought.close()).then(real::close);
    }
}
