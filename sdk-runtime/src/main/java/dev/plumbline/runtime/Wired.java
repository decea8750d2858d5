package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.Progress;
import dev.plumbline.host.Host;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginStatus;
import dev.plumbline.sandbox.Hint;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The house wired together, and how it all ends: a {@link Ground} of what was given, {@link Watching} of what happens, and the
 * {@link Engines} in which conversations run.
 */
final class Wired {
    private final Ground ground;
    private final Watching watching;
    private final Engines engines;
    private final Closing closing;

    private Wired(Given given, Brought brought) {
        ground = new Ground(given, brought);
        watching = new Watching(given, ground, this::show);
        engines = new Engines(given, ground, watching, brought.plugins());
        closing = new Closing(ground.threads, engines::abandoned);
        engines.ending(closing);
        ground.ending(closing, stores(given));
    }

    static Wired of(Given given) {
        Brought brought = new Brought();
        try {
            brought.open(given);
            Wired wired = new Wired(given, brought);
            wired.ground.providers.begin();
            return wired;
        } catch (RuntimeException | Error refused) {
            brought.close();
            throw refused;
        }
    }

    private static List<Closing.Step> stores(Given given) {
        Stream<Closing.Step> cache = Optional.ofNullable(given.store).<Closing.Step>map(it -> it::close).stream();
        Stream<Closing.Step> journal = Optional.ofNullable(given.journal).<Closing.Step>map(it -> it::close).stream();
        return Stream.concat(cache, journal).toList();
    }

    /** Sessions can only show something once there are engines. */
    private void show(String session, Progress now) {
        engines.show(session, now);
    }

    ConversationSession open(AiBody body, SessionOptions options) {
        return engines.open(with -> with.open(body, options));
    }

    ConversationSession open(AiBody body, SessionOptions options, Extension brought) {
        return engines.guest(brought, with -> with.open(body, options));
    }

    ConversationSession resume(String sessionId, SessionOptions options) {
        return engines.open(with -> with.resume(sessionId, options));
    }

    ConversationSession resume(String sessionId, SessionOptions options, Extension brought) {
        return engines.guest(brought, with -> with.resume(sessionId, options));
    }

    List<SessionStore.Summary> stored() {
        return engines.stored();
    }

    ConversationTree tree(String sessionId) {
        return engines.tree(sessionId);
    }

    List<Hint> hints() {
        return ground.sandbox.hints();
    }

    CompletableFuture<Void> warmUp() {
        return Rehearsal.begin(ground.providers, ground.threads);
    }

    JsonSchemaService schemas() {
        return ground.schemas;
    }

    AiMetricsService metrics() {
        return watching.metrics();
    }

    LiveModels models() {
        return ground.models;
    }

    Trace explain(AiCall call) {
        return engines.explain(call);
    }

    List<PluginStatus> plugins() {
        return engines.plugins();
    }

    String describe() {
        return engines.describe();
    }

    void close() {
        closing.close();
        if (ground.host.filter(Host::isUiThread).isEmpty()) {
            closing.await(Duration.ofSeconds(2));
        }
    }

    CompletableFuture<CloseReport> closed() {
        return closing.closed();
    }

    boolean awaitClosed(Duration limit) {
        return closing.await(limit);
    }
}
