package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.Hint;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.sandbox.ToolSandbox;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
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
 * The executor of a runtime's tools, and the sandbox around it. Both are made at once when something was given for them; without
 * tools, not before a model or the extension of a session asks for one. Safe for any number of threads.
 */
final class RuntimeTools implements IToolExecutor {
    private static final int REMEMBERED = 256;

    private final RuntimeParameters given;
    private final RuntimeServices services;
    private final Contributed all;
    private @Nullable ToolSandbox sandbox;
    private volatile @Nullable ToolRuntime executor;

    /** {@code all} is what the host and its extensions contributed. */
    RuntimeTools(RuntimeParameters given, RuntimeServices services, Contributed all) {
        this.given = given;
        this.services = services;
        this.all = all;
        if (all.hasTools() || given.approvals != null || given.egress != null) {
            ToolRuntime unused = executor();
        }
    }

    private synchronized ToolRuntime executor() {
        ToolRuntime known = executor;
        return known == null ? made() : known;
    }

    private ToolRuntime made() {
        ToolSandbox around = ToolSandbox.builder(given.egress == null ? EgressRules.none() : given.egress)
                .time(services.time)
                .resultLimits(given.results == null ? ResultLimits.ofDefaults() : given.results)
                .build();
        List<ContextSource> contexts = Contributed.Owned.sorted(all.contexts);
        ApprovalRules approvals = given.approvals == null ? ApprovalRules.ofDefaults() : given.approvals;
        ToolRuntime.Builder builder = ToolRuntime.builder(services.schemas)
                .addTools(reading(all, around), Contributor.RUNTIME)
                .sandbox(around)
                .resultStore(around.results())
                .time(services.time)
                .limits(given.toolLimits == null ? ToolLimits.ofDefaults() : given.toolLimits)
                .approvals(approvals)
                .revisions(key -> revision(key, contexts))
                .addToolPolicy("attachments", Selector.ALL, around.attachments(), Contributor.RUNTIME)
                .addToolPolicy("memo", Selector.ALL, ToolPolicies.memo(REMEMBERED), Contributor.RUNTIME);
        requireKnown(approvals, contexts);
        if (services.redaction != null) {
            builder.addToolPolicy("redaction", Selector.ALL, services.redaction.tools(), Contributor.RUNTIME);
        }
        contribute(all, builder);
        if (services.host != null) {
            builder.host(services.host);
        }
        if (given.questions != null) {
            builder.questionHandler(given.questions);
        }
        ToolRuntime made = builder.build();
        sandbox = around;
        executor = made;
        return made;
    }

    /** What one session brings, on top of what there is. */
    IToolExecutor with(IToolExecutor base, Contributed session) {
        if (!session.hasTools()) {
            return base;
        }
        ToolRuntime below = base instanceof ToolRuntime already ? already : executor();
        ToolRuntime.Builder builder = ToolRuntime.builder(services.schemas);
        if (below.definitions(Selector.ALL).isEmpty()) {
            builder.addTools(reading(session, sandbox()), Contributor.RUNTIME);
        }
        contribute(session, builder);
        return builder.on(below);
    }

    private static void contribute(Contributed all, ToolRuntime.Builder to) {
        for (Map.Entry<String, List<AiTool>> tools : all.toolsByOwner().entrySet()) {
            to.addTools(tools.getValue(), tools.getKey());
        }
        for (Contributed.Owned<Contributed.ToolLayer> policy : all.toolPolicies) {
            to.addToolPolicy(
                    policy.it().name(), policy.it().tools(), policy.it().policy(), policy.owner());
        }
    }

    /** Where no tool is, nothing is kept that could be read. */
    private static List<AiTool> reading(Contributed all, ToolSandbox sandbox) {
        return all.tools.isEmpty() ? List.of() : List.of(sandbox.readTool());
    }

    private static void requireKnown(ApprovalRules approvals, List<ContextSource> contexts) {
        Optional<String> key = approvals.unchanged();
        if (key.isPresent() && find(key.get(), contexts) == null) {
            throw new IllegalStateException("approvals hold while " + key.get()
                    + " is unchanged, and there is no such context source: add it with addContext(…)");
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

    /** What that source says now, as text to compare. */
    private static Optional<String> revision(String key, List<ContextSource> contexts) {
        ContextSource source = find(key, contexts);
        if (source == null) {
            return Optional.empty();
        }
        ContextSource.Request request =
                new ContextSource.Request(Interaction.user(""), List.of(), CallIds.NONE, Cancellation.create());
        return Optional.of(Json.of(source.reader().read(request)).text());
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, Scope scope) {
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
    public int abandoned() {
        ToolRuntime known = executor;
        return known == null ? 0 : known.abandoned();
    }

    /** Forgets what was kept for a session. */
    void forget(String session) {
        if (executor != null) {
            sandbox().forget(session);
        }
    }

    /** What egress rules that are only being tried out would have refused. */
    List<Hint> hints() {
        return executor == null ? List.of() : sandbox().hints();
    }

    private synchronized ToolSandbox sandbox() {
        return Objects.requireNonNull(sandbox, "it is made with the executor");
    }

    @Override
    public void close() {
        ToolRuntime known = executor;
        if (known != null) {
            known.close();
        }
    }

    /** Behind the sessions, which may still write. */
    void closeSandbox() {
        if (executor != null) {
            sandbox().close();
        }
    }
}
