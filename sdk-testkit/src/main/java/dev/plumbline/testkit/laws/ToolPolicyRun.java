package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The outcome of a tool policy for one call, the contexts that its tool received, and their threads. */
record ToolPolicyRun(ToolEnvelope outcome, List<ToolContext> contexts, List<Thread> threads) {

    /** How many calls are tried one after the other until one is refused. */
    static final int MOST = 100;

    /**
     * Returns the tools that a policy is about.
     *
     * @throws IllegalArgumentException if there is none, because the laws would check nothing
     */
    static List<ToolDefinition> tools(ToolPolicyLaws laws) {
        List<ToolDefinition> tools = laws.tools();
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("tools() is empty: return at least one tool that the policy is about");
        }
        return tools;
    }

    /** Returns everything that a context has beside its arguments. */
    static Map<String, Object> beside(ToolContext context) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("id", context.call().id());
        all.put("name", context.call().name());
        all.put("tool", context.tool());
        all.put("ids", context.ids());
        all.put("conversation", context.conversation());
        all.put("tree", context.tree());
        all.put("branch", context.branch());
        all.put("cancelled", context.cancellation().isCancelled());
        return all;
    }

    /**
     * Returns how many calls of one session, one after the other, reach the tool before one is refused; all of them if none is, as when
     * one is answered by what is known.
     */
    static int inTurn(ToolPolicy policy, ToolDefinition tool, Json arguments) {
        IToolExecutor.CallScope session = session();
        for (int i = 0; i < MOST; i++) {
            AtomicInteger runs = new AtomicInteger();
            FakeToolContext call =
                    FakeToolContext.of(tool, new Interaction.ToolCall("call_" + i, tool.name(), arguments), session);
            ToolEnvelope outcome = outcome(policy, call, given -> {
                runs.incrementAndGet();
                return ToolEnvelope.ok("done");
            });
            if (runs.get() == 0) {
                return outcome.isOk() ? MOST : i;
            }
        }
        return MOST;
    }

    /** Returns how many of these calls of one session reach the tool, of which each begins while the tool runs for the one before it. */
    static int atOnce(ToolPolicy policy, ToolDefinition tool, Json arguments, int calls) {
        return passed(policy, tool, arguments, session(), calls);
    }

    private static int passed(
            ToolPolicy policy, ToolDefinition tool, Json arguments, IToolExecutor.CallScope session, int calls) {
        if (calls == 0) {
            return 0;
        }
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger within = new AtomicInteger();
        FakeToolContext call =
                FakeToolContext.of(tool, new Interaction.ToolCall("call_" + calls, tool.name(), arguments), session);
        ToolEnvelope unused = outcome(policy, call, given -> {
            if (runs.getAndIncrement() == 0) {
                within.set(passed(policy, tool, arguments, session, calls - 1));
            }
            return ToolEnvelope.ok("done");
        });
        return runs.get() == 0 ? passed(policy, tool, arguments, session, calls - 1) : 1 + within.get();
    }

    /** Returns how often the tool runs in a call. */
    static int runs(ToolPolicy policy, FakeToolContext call, Supplier<ToolEnvelope> tool) {
        AtomicInteger runs = new AtomicInteger();
        ToolEnvelope unused = outcome(policy, call, given -> {
            runs.incrementAndGet();
            return tool.get();
        });
        return runs.get();
    }

    /** The definitions of tools that differ in what they say of themselves. */
    static final List<ToolDefinition> TOOLS = List.of(
            tool("measure", "read-only", "pure", "idempotent"),
            tool("drawWall", "plan", "concurrent", "idempotent"),
            tool("area", "pure", "read-only"),
            tool("show", "plan"),
            tool("drawWall"));

    /** Returns the definition of a tool of any arguments, with hints that differ by its tags. */
    static ToolDefinition tool(String name, String... tags) {
        Json schema = LawConversation.ANYTHING.with("title", String.join(" ", tags));
        return new ToolDefinition(
                name,
                tags.length == 0 ? "" : "A tool of " + tags[0] + ".",
                tags.length == 0 ? LawConversation.ANYTHING : schema,
                tags.length == 0 ? Optional.empty() : Optional.of(schema),
                Set.of(tags),
                tags.length == 0 ? "" : "a plug-in of " + tags[0]);
    }

    private static IToolExecutor.CallScope session() {
        return new IToolExecutor.CallScope(
                new CallIds("session", "turn", 1, ""),
                Selector.of("*"),
                List.of(),
                Cancellation.create(),
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                1,
                IToolExecutor.CallListener.NONE);
    }

    private static ToolEnvelope outcome(ToolPolicy policy, ToolContext call, ToolPolicy.Next tool) {
        ToolPolicy.Admission admission = policy.admit(call);
        return admission instanceof ToolPolicy.Admission.Answered answered
                ? answered.envelope()
                : policy.around(((ToolPolicy.Admission.Admitted) admission).call(), tool);
    }

    /** Runs the policy around a tool with that answer. */
    static ToolPolicyRun of(ToolPolicy policy, ToolContext call, ToolEnvelope answer) {
        List<ToolContext> contexts = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        ToolPolicy.Next tool = given -> {
            contexts.add(given);
            threads.add(Thread.currentThread());
            return answer;
        };
        return new ToolPolicyRun(outcome(policy, call, tool), List.copyOf(contexts), List.copyOf(threads));
    }
}
