package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.host.Host;
import dev.plumbline.host.Question;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.sandbox.ToolSandbox;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.tools.ToolPolicies;
import dev.plumbline.tools.ToolRuntime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a builder was given about tools, and the executor made of it. */
final class Tooling {
    /** Whose the tools are that come with the house. */
    static final String HOUSE = "plumbline";

    private static final int REMEMBERED = 256;

    ApprovalRules approvals = ApprovalRules.ofDefaults();
    ToolLimits limits = ToolLimits.ofDefaults();
    EgressRules egress = EgressRules.nothing();
    ResultLimits results = ResultLimits.ofDefaults();

    @Nullable
    Consumer<Question> questions;

    /** What the tools can reach. */
    ToolSandbox sandbox(Timekeeper time) {
        return ToolSandbox.builder(egress).time(time).results(results).build();
    }

    ToolRuntime executor(Setting setting, Contributed all, Optional<Host> host) {
        List<ContextSource> contexts = Owned.sorted(all.contexts);
        ToolRuntime.Builder builder = ToolRuntime.builder(setting.schemas())
                .tools(reading(all, setting.sandbox()), HOUSE)
                .sandbox(setting.sandbox())
                .results(setting.sandbox().results())
                .time(setting.time())
                .limits(limits)
                .approvals(approvals)
                .revisions(key -> revision(key, contexts))
                .policy("attachments", Selector.ALL, setting.sandbox().attachments(), HOUSE)
                .policy("memo", Selector.ALL, ToolPolicies.memo(REMEMBERED), HOUSE);
        requireKnown(contexts);
        setting.redaction()
                .map(Redaction::tools)
                .ifPresent(hiding -> builder.policy("redaction", Selector.ALL, hiding, HOUSE));
        contribute(all, builder);
        host.ifPresent(builder::host);
        Optional.ofNullable(questions).ifPresent(builder::questions);
        return builder.build();
    }

    /** What one session brings, on top of what the runtime has. */
    static ToolRuntime onTop(ToolRuntime base, Contributed session, Setting setting) {
        ToolRuntime.Builder builder = ToolRuntime.builder(setting.schemas());
        if (base.definitions(Selector.ALL).isEmpty()) {
            builder.tools(reading(session, setting.sandbox()), HOUSE);
        }
        contribute(session, builder);
        return builder.on(base);
    }

    private static void contribute(Contributed all, ToolRuntime.Builder to) {
        all.toolsByOwner().forEach((owner, tools) -> to.tools(tools, owner));
        all.toolPolicies.forEach(p -> to.policy(p.it().name(), p.it().tools(), p.it().policy(), p.owner()));
    }

    /** Where no tool is, nothing is kept that could be read. */
    private static List<AiTool> reading(Contributed all, ToolSandbox sandbox) {
        return all.tools.isEmpty() ? List.of() : List.of(sandbox.readTool());
    }

    private void requireKnown(List<ContextSource> contexts) {
        approvals.unchanged().filter(key -> find(key, contexts).isEmpty()).ifPresent(key -> {
            throw new IllegalStateException("approvals hold while " + key
                    + " is unchanged, and there is no such context source: add it with context(…)");
        });
    }

    private static Optional<ContextSource> find(String key, List<ContextSource> contexts) {
        return contexts.stream().filter(source -> source.key().equals(key)).findFirst();
    }

    /** What that source says now, as text to compare. */
    private static Optional<String> revision(String key, List<ContextSource> contexts) {
        return find(key, contexts)
                .map(source -> Json.of(source.reader()
                                .read(new ContextSource.Request(
                                        Interaction.user(""), List.of(), CallIds.NONE, Cancellation.create())))
                        .text());
    }

    /** What an executor needs of the rest of the house. */
    record Setting(JsonSchemaService schemas, Timekeeper time, ToolSandbox sandbox, Optional<Redaction> redaction) {}
}
