package dev.plumbline.runtime;

import dev.plumbline.call.Host;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiObserver;
import dev.plumbline.extend.ConversationObserver;
import dev.plumbline.extend.Hook;
import dev.plumbline.extend.ResponseStore;
import dev.plumbline.extend.SessionStore;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a builder was given so far. */
final class Given {
    final List<AiProvider> providers = new ArrayList<>();
    final Tooling tooling = new Tooling();
    final List<ModelId> fallback = new ArrayList<>();
    final List<ContextSource> contexts = new ArrayList<>();
    final List<PolicyOrder.Named> requests = new ArrayList<>();
    final List<PolicyOrder.Named> arounds = new ArrayList<>();
    final List<PolicyOrder.Named> responses = new ArrayList<>();
    final List<NamedHook> hooks = new ArrayList<>();
    final List<ConversationObserver> views = new ArrayList<>();
    final List<AiObserver> observers = new ArrayList<>();

    final List<byte[]> modelFiles = new ArrayList<>();

    @Nullable
    Host host;

    @Nullable
    RedactionOptions redaction;

    @Nullable
    ResponseStore store;

    @Nullable
    SessionStore journal;

    MetricsOptions metrics = MetricsOptions.ofDefaults();
    /** Where the events of sessions are written down, beside their journals. */
    @Nullable
    SessionStore events;

    FailureMode journalFailure = FailureMode.SKIP;
    CacheOptions cache = CacheOptions.ofDefaults();
    RetryOptions retry = RetryOptions.ofDefaults();
    Validation validation = Validation.ofDefaults();
    SessionOptions defaults = SessionOptions.none();
    UnaryOperator<PolicyOrder> order = UnaryOperator.identity();
    Clock clock = Clock.systemUTC();

    /** A hook under its name. */
    record NamedHook(String name, Hook hook) {}
}
