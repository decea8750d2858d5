package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.HookLaws;
import dev.plumbline.testkit.laws.ObserverLaws;
import dev.plumbline.testkit.laws.TelemetryLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether laws vary each member of each value that they give to an implementation. A fault in a member that is always the same, such as
 * an option that no call has, is found by no law. What should be varied follows from the public types.
 */
@Tag("slow")
class VariedInputsTest {
    private static final int TRIES = 40;

    /** What no law varies, as patterns of a line, with the reason. */
    private static final Map<String, String> EVERYWHERE = Map.of(
            ".*\\?: empty", "what may be absent is absent, and not empty",
            "(ToolCall|ToolDefinition)\\.name: empty|ToolCall\\.id: empty|ToolResult\\.callId: empty|Opaque\\.provider: empty",
                    "names and ids that services give",
            "(AiBody\\.interactions|AiCall\\.effective): empty", "a call of nothing",
            "AiBody\\.outputSchema.*", "a call has it from its body, and nothing but this one is sent",
            "Selector\\.terms: (empty|several)", "a selector of nothing shows as its text",
            "CallIds\\.(session|turn): empty|CallIds\\.round: 0|(Tool)?Context\\.branch: empty|Round\\.number: 0|Branch\\.name: empty|Id\\.text: empty|ToolDefinition\\.name: another",
                    "what happens in a turn has ids and a branch");

    private static final Map<String, String> OF_PROVIDERS = Map.of(
            "ModelOptions\\.reasoning\\?.*", "a model takes the nearest effort, so two of them may be sent alike",
            "ModelOptions\\.toolChoice\\?: (AUTO|NONE)",
                    "AUTO is what a service does without it, and NONE may send no tools",
            "ModelOptions\\.model.*", "a session takes it out of the options",
            "ModelId\\.provider: another", "a provider is called for models of its own",
            "ToolDefinition\\.(tags|owner|outputSchema).*", "they are not sent",
            "Context\\.values: empty", "they say nothing");

    private static final Map<String, String> OF_ANSWERS = Map.of(
            "(ToolResult|AiReturn\\.toolResults|ToolEnvelope|Failure|Context|System|Summary|User)\\b.*",
                    "an answer of a model has none of these",
            "(Trace|Step|Fingerprint|AiReturn\\.trace)\\b.*", "the chain writes the trace",
            "AiReturn\\.json: .*", "it is read from the text",
            "Whole\\.part: (Text|Reasoning|Refusal)", "they come in pieces",
            "Finish\\.reason: NONE|Reset\\.attempt: 0|Assistant\\.parts: empty", "no answer has them",
            "AiError\\.(code|message): empty", "each error has a sentence");

    private static final Map<String, String> OF_EXECUTORS = Map.of(
            "(Assistant|Audio|Context|File|Image|Opaque|Reasoning|Refusal|Summary|System|User)\\..*",
                    "an executor gives the conversation to tools as it is",
            "ToolDefinition\\.owner.*", "tools of the host have no owner");

    private static final Map<String, String> OF_STORES = Map.of(
            "Lease\\.release.*", "the store of this test is for one program",
            "SessionStore\\..*: empty|Budget\\.key: empty", "nobody names a conversation or a budget so");

    private static final Map<String, String> OF_TOOLS = Map.of(
            "ToolCall\\..*|ToolDefinition\\..*|ToolContext\\.tool: another",
                    "a tool has one definition, and arguments of its schema",
            "(Assistant|Audio|Context|File|Image|Opaque|Reasoning|Refusal|Summary|System|User|Text|ToolResult|ToolEnvelope|Failure)\\..*",
                    "a context gives the conversation to tools as it is");

    private static final Map<String, String> OF_TOOL_POLICIES = Map.of(
            "(Assistant|Audio|Context|File|Image|Opaque|Reasoning|Refusal|Summary|System|User|Text|ToolResult)\\..*",
            "a context gives the conversation to policies as it is");

    private static final Map<String, String> OF_HOOKS = Map.of(
            "(Trace|Step|Fingerprint|AiReturn\\.(trace|toolResults))\\b.*",
                    "the chain writes the trace, and a session adds results",
            "AiReturn\\.(json|deltas|toolCalls): .*", "they are read from the content",
            "(Text|Reasoning|Refusal|ToolCallPart|Reset|Whole|Finish|UsageReport)\\..*|AiReturn\\.finish: NONE|Assistant\\.parts: empty",
                    "an answer consists of its parts",
            "(AiError|SensitiveText)\\..*: (empty|another)|AiError\\.category.*",
                    "errors come by chance, of any category",
            "(System|Summary|Context|User|Opaque|ConversationEntry)\\..*",
                    "an entry of this test is of an answer or of results",
            "RequestedTools\\.(calls|tools): empty|Failure\\.message: empty", "a round without calls asks no hook",
            "ToolDefinition\\..*|ToolEnvelope\\.meta: another|Usage\\..*", "rare values come by chance");

    private static final Map<String, String> OF_VIEWS = Map.of(
            "(Trace|Step|Fingerprint|AiReturn\\.(trace|toolResults))\\b.*",
                    "the chain writes the trace, and a session adds results",
            "AiReturn\\.json: .*", "it is read from the text",
            "(AiError|Failure|SensitiveText)\\..*: (empty|another)", "errors have a sentence",
            "(Text|Reasoning|Refusal|Opaque|ToolCallPart|Reset|Whole|Finish|UsageReport|Context|System|Summary|ToolEnvelope|ConversationEntry|Assistant)\\..*",
                    "an answer and an entry consist of their parts");

    private static final Map<String, String> OF_TELEMETRY = Map.of();

    private final MembersSeen seen = new MembersSeen();

    @Test
    @DisplayName("I51 laws of policies vary each member of calls")
    void i51_callsOfPolicies_areVaried() {
        PlantedFault.LawsOf laws = () -> PolicyFaults.laws(() -> (call, next) -> next.proceed(seen.see(call)));
        keptOf(laws);
        assertVaried(seen.missing(AiCall.class), Map.of());
    }

    @Test
    @DisplayName("I51 laws of policies vary each member of answers and of their pieces")
    void i51_answersOfPolicies_areVaried() {
        PlantedFault.LawsOf laws = () -> PolicyFaults.laws(() -> (call, next) ->
                seen.see(next.proceed(call.withSink(delta -> call.sink().accept(seen.see(delta))))));
        assertThat(LawRun.all(laws, 1, 9)).isNotNull(); // a sink of its own asks for no more than these
        keptOf(() -> PolicyFaults.laws(() -> (call, next) -> seen.see(next.proceed(call))));
        assertVaried(seen.missing(AiReturn.class, AiDelta.class), OF_ANSWERS);
    }

    @Test
    @DisplayName("I51 laws of providers vary each member of calls")
    void i51_callsOfProviders_areVaried() {
        keptOf(() -> ProviderFaults.laws(server -> new SocketProvider(server) {
            @Override
            public AiReturn call(AiCall call) {
                return super.call(seen.see(call));
            }
        }));
        assertVaried(seen.missing(AiCall.class), OF_PROVIDERS);
    }

    @Test
    @DisplayName("I51 laws of executors vary each member of calls, scopes, tools and of what tools return")
    void i51_callsOfExecutors_areVaried() {
        keptOf(() -> ExecutorFaults.laws(tools -> {
            tools.forEach(tool -> seen.see(ToolExecutorLaws.definition(tool)));
            return seen.watched(IToolExecutor.class, new ExecutorFaults.InTurn(tools) {
                @Override
                ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                    return seen.see(super.run(tool, call));
                }
            });
        }));
        Set<String> missing = seen.missingOfContract(IToolExecutor.class);
        missing.addAll(seen.missing(ToolDefinition.class, ToolEnvelope.class));
        assertVaried(missing, OF_EXECUTORS);
    }

    @Test
    @DisplayName("I51 laws of stores vary each member of what they store")
    void i51_whatIsStored_isVaried() {
        keptOf(() -> StoreFaults.responseLaws(() -> seen.watched(ResponseStore.class, new StoreFaults.Responses())));
        keptOf(() -> StoreFaults.sessionLaws(right -> seen.watched(SessionStore.class, right)));
        keptOf(() -> StoreFaults.budgetLaws(
                (levels, clock) -> seen.watched(BudgetStore.class, new StoreFaults.Budgets(levels, clock))));
        Set<String> missing = seen.missingOfContract(ResponseStore.class);
        missing.addAll(seen.missingOfContract(SessionStore.class));
        missing.addAll(seen.missingOfContract(BudgetStore.class));
        assertVaried(missing, OF_STORES);
    }

    @Test
    @DisplayName("I51 laws of tools vary each member of the context of a call")
    void i51_contextsOfTools_areVaried() {
        ToolFaults.BodyOf body = (plan, wall, call) -> ToolFaults.draw(plan, wall, seen.see(call));
        keptOf(() -> ToolFaults.drawing(body, tool -> tool));
        assertVaried(seen.missing(ToolContext.class), OF_TOOLS);
    }

    @Test
    @DisplayName("I51 laws of tool policies vary each member of the context of a call and of what the tool returns")
    void i51_contextsOfToolPolicies_areVaried() {
        keptOf(() -> (ToolPolicyLaws) () -> (call, next) -> seen.see(next.proceed(seen.see(call))));
        assertVaried(seen.missing(ToolContext.class, ToolEnvelope.class), OF_TOOL_POLICIES);
    }

    @Test
    @DisplayName("I51 laws of hooks vary each member of contexts and payloads")
    void i51_contextsOfHooks_areVaried() {
        keptOf(() -> (HookLaws) () -> new RightHook(seen::see));
        assertVaried(
                seen.missing(
                        Hook.Context.class,
                        Interaction.User.class,
                        Hook.RequestedTools.class,
                        ConversationEntry.class,
                        Hook.Round.class,
                        Hook.Branch.class),
                OF_HOOKS);
    }

    @Test
    @DisplayName("I51 laws of views vary each member of events")
    void i51_eventsOfViews_areVaried() {
        keptOf(() -> new ObserverLaws<ConversationObserver>() {
            @Override
            public ConversationObserver view() {
                return new ConversationObserver() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        seen.see(event);
                    }
                };
            }

            @Override
            public Object shown(ConversationObserver view) {
                return "";
            }
        });
        assertVaried(seen.missing(SessionEvent.class), OF_VIEWS);
    }

    @Test
    @DisplayName("I51 laws of telemetry vary each member of events")
    void i51_eventsOfTelemetry_areVaried() {
        keptOf(() -> (TelemetryLaws) () -> seen::see);
        assertVaried(seen.missing(TelemetryEvent.class), OF_TELEMETRY);
    }

    @Test
    @DisplayName("I51 a member that is always the same is found")
    void i51_memberThatIsAlwaysTheSame_isFound() {
        seen.see(AiCall.of(dev.plumbline.body.AiBody.of("A question."), dev.plumbline.call.ModelId.parse("a:b")));
        assertThat(seen.missing(AiCall.class))
                .contains(
                        "ModelOptions.toolChoice: present",
                        "ModelOptions.toolChoice?: REQUIRED",
                        "AiCall.facts: present")
                .doesNotContain("ModelOptions.toolChoice: absent");
    }

    /** Runs all laws of a right implementation, which it must keep. */
    private static void keptOf(PlantedFault.LawsOf laws) {
        assertThat(LawRun.all(laws, 1, TRIES)).isEmpty();
    }

    /** Checks that everything is varied except what a reason is given for, and that each reason is used. */
    private static void assertVaried(Set<String> missing, Map<String, String> own) {
        Map<String, String> known = new HashMap<>(own);
        known.putAll(EVERYWHERE);
        List<String> unknown = missing.stream()
                .filter(line -> known.keySet().stream().noneMatch(line::matches))
                .toList();
        assertThat(unknown).as("what no law varies").isEmpty();
        assertThat(own.keySet())
                .as("reasons that are used")
                .allMatch(pattern -> missing.stream().anyMatch(line -> line.matches(pattern)));
    }
}
