package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.host.Host;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.FoundPlugin;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.TemplateOptions;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.Stages;
import dev.plumbline.time.Timekeeper;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a builder was given so far. */
final class Given {
    final List<AiProvider> providers = new ArrayList<>();
    final List<BroughtCode.Jars> jars = new ArrayList<>();
    final List<FoundPlugin> plugins = new ArrayList<>();
    final List<ClassLoader> pluginLoaders = new ArrayList<>();
    final List<BroughtCode.Jars> pluginJars = new ArrayList<>();
    final Tooling tooling = new Tooling();
    final List<ModelId> fallback = new ArrayList<>();
    final Contributed own = new Contributed();
    final Map<String, Extension> extensions = new LinkedHashMap<>();
    final List<byte[]> modelFiles = new ArrayList<>();

    @Nullable
    Host host;

    @Nullable
    Path pluginConfig;

    @Nullable
    TemplateOptions templates;

    @Nullable
    RedactionOptions redaction;

    @Nullable
    ResponseStore store;

    @Nullable
    SessionStore journal;

    ApprovedJars approvedJars = ApprovedJars.none();
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
    Optional<Function<Timekeeper, Policy>> rate = Optional.empty();
    Optional<Double> summarising = Optional.empty();
    Stages stages = Stages.recommended();
    Clock clock = Clock.systemUTC();

    /**
     * Takes an extension in, under that id.
     *
     * @throws IllegalArgumentException for an id that is none, or taken
     */
    void extend(String id, Extension extension) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "an extension has an id of 1 to 64 letters, digits, _ . and -; a lambda, or"
                            + " a class without a name, is given one with extension(id, extension); " + Tooling.HOUSE
                            + " is the house itself");
        }
        if (extensions.putIfAbsent(id, extension) != null) {
            throw new IllegalArgumentException("two extensions are called " + id
                    + ": ids are unique; give one of them with extension(id, extension)");
        }
    }

    static boolean isId(String id) {
        return id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}") && !id.equals(Tooling.HOUSE);
    }
}
