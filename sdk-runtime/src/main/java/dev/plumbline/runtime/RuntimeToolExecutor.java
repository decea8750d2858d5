package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.DryRunDenial;
import dev.plumbline.sandbox.internal.ToolSandbox;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.internal.ContentScanner;
import dev.plumbline.tool.internal.ResultSource;
import dev.plumbline.tool.internal.ToolResultStore;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.tools.ToolPolicies;
import dev.plumbline.tools.ToolRuntime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The executor of a runtime's tools, and its sandbox. Both are created with the runtime if it has tools, otherwise when
 * a model or the extension of a session first needs them. Thread-safe.
 */
final class RuntimeToolExecutor implements IToolExecutor, ResultSource {
    private static final int REMEMBERED = 256;

    private final RuntimeSettings given;
    private final RuntimeServices services;
    private final ContributionSet all;
    private volatile @Nullable ToolSandbox sandbox;
    private volatile @Nullable ToolRuntime executor;

    /** Creates the executor for the contributions {@code all} of the host and its extensions. */
    RuntimeToolExecutor(RuntimeSettings given, RuntimeServices services, ContributionSet all) {
        this.given = given;
        this.services = services;
        this.all = all;
        if (all.hasTools() || !given.toolExecutors.isEmpty() || given.approvals != null || given.egress != null) {
            ToolRuntime unused = executor();
        }
    }

    private synchronized ToolRuntime executor() {
        ToolRuntime known = executor;
        return known == null ? made() : known;
    }

    private ToolRuntime made() {
        ToolSandbox.Builder access = ToolSandbox.builder(given.egress == null ? EgressRules.none() : given.egress)
                .time(services.time)
                .resultLimits(given.results);
        ToolPolicy redaction = services.redaction == null ? null : services.redaction.tools();
        scanner(redaction).ifPresent(access::scanner);
        ToolSandbox around = access.build();
        List<ContextSource> contexts = ContributionSet.items(all.contexts);
        ApprovalRules approvals = given.approvals == null ? ApprovalRules.ofDefaults() : given.approvals;
        ToolRuntime.Builder builder = ToolRuntime.builder(services.schemas)
                .addTools(
                        all.tools.isEmpty() && given.toolExecutors.isEmpty()
                                ? List.of()
                                : List.of(around.readResultTool()),
                        ContributionCollector.RUNTIME)
                .sandbox(around)
                .resultStore(around.results())
                .time(services.time)
                .limits(given.toolLimits == null ? ToolLimits.ofDefaults() : given.toolLimits)
                .approvals(approvals)
                .documentRevisions((key, turn) -> revision(find(key, contexts), turn))
                .addToolPolicy("attachments", Selector.ALL, around.attachmentPolicy(), ContributionCollector.RUNTIME)
                .addToolPolicy(
                        "memo", Selector.ALL, ToolPolicies.memoization(REMEMBERED), ContributionCollector.RUNTIME);
        requireKnown(approvals, contexts);
        given.toolExecutors.forEach(builder::executor);
        if (redaction != null) {
            builder.addToolPolicy("redaction", Selector.ALL, redaction, ContributionCollector.RUNTIME);
        }
        given.validation.addTo(builder);
        contribute(all, builder);
        if (services.host != null) {
            builder.host(services.host);
        }
        given.session.questionHandler().ifPresent(builder::questionHandler);
        ToolRuntime made = builder.build();
        sandbox = around;
        executor = made;
        return made;
    }

    /** Returns the executor if it exists, so that nothing stands before it; otherwise this one, which creates it when needed. */
    IToolExecutor known() {
        ToolRuntime known = executor;
        return known == null ? this : known;
    }

    /** Returns an executor with the additional tools of one session. */
    IToolExecutor with(IToolExecutor base, ContributionSet session) {
        if (!session.hasTools()) {
            return base;
        }
        ToolRuntime below = base instanceof ToolRuntime already ? already : executor();
        ToolRuntime.Builder builder = ToolRuntime.builder(services.schemas);
        if (below.definitions(Selector.ALL).isEmpty()) {
            builder.addTools(
                    session.tools.isEmpty() ? List.of() : List.of(sandbox().readResultTool()),
                    ContributionCollector.RUNTIME);
        }
        contribute(session, builder);
        return builder.on(below);
    }

    private static void contribute(ContributionSet all, ToolRuntime.Builder to) {
        for (Map.Entry<String, List<AiTool>> tools : all.toolsByOwner().entrySet()) {
            to.addTools(tools.getValue(), tools.getKey());
        }
        for (ContributionSet.Owned<ContributionSet.ToolPolicyRegistration> policy : all.toolPolicies) {
            to.addToolPolicy(
                    policy.item().name(), policy.item().tools(), policy.item().policy(), policy.owner());
        }
    }

    private static void requireKnown(ApprovalRules approvals, List<ContextSource> contexts) {
        Optional<String> key = approvals.unchanged();
        if (key.isPresent() && find(key.get(), contexts) == null) {
            throw new IllegalStateException("the approval rules refer to the context source " + key.get()
                    + " in validWhileUnchanged(…), which does not exist; add it with addContext(…)");
        }
    }

    private static @Nullable ContextSource find(String key, List<ContextSource> contexts) {
        for (ContextSource source : contexts) {
            if (source.key().equals(key)) {
                return source;
            }
        }
        return null;
    }

    /** Returns the current value of that source as text, for comparison; empty without a source. */
    private Optional<String> revision(@Nullable ContextSource source, Cancellation turn) {
        return source == null ? Optional.empty() : new RevisionReader(source, services.time, turn).read(services.host);
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        return executor().execute(calls, scope);
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        ToolRuntime known = executor;
        return known == null ? List.of() : known.definitions(filter);
    }

    @Override
    public List<String> policies() {
        ToolRuntime known = executor;
        return known == null ? List.of() : known.policies();
    }

    @Override
    public int abandonedCount() {
        ToolRuntime known = executor;
        return known == null ? 0 : known.abandonedCount();
    }

    /** Deletes the stored results of a session. */
    void forget(String session) {
        if (executor != null) {
            sandbox().deleteSession(session);
        }
    }

    /** Returns the denials that egress rules in dry-run mode would have made. */
    List<DryRunDenial> hints() {
        return executor == null ? List.of() : sandbox().dryRunDenials();
    }

    @Override
    public ToolResultStore results() {
        return executor == null ? ToolResultStore.NONE : sandbox().results();
    }

    @Override
    public Optional<ContentScanner> scanner() {
        return scanner(services.redaction == null ? null : services.redaction.tools());
    }

    private static Optional<ContentScanner> scanner(@Nullable ToolPolicy redaction) {
        return redaction instanceof ContentScanner scanner ? Optional.of(scanner) : Optional.empty();
    }

    private ToolSandbox sandbox() {
        return Objects.requireNonNull(sandbox, "the sandbox is created with the executor");
    }

    @Override
    public void close() {
        ToolRuntime known = executor;
        if (known != null) {
            known.close();
        }
    }

    /** Closes the sandbox; after the sessions, which may still write. */
    void closeSandbox() {
        if (executor != null) {
            sandbox().close();
        }
    }
}
