package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.policy.internal.WholeConversation;
import dev.plumbline.schema.internal.AnswerType;
import dev.plumbline.session.TurnPipeline.TurnStage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The stage that calls the model once through the chain and publishes the deltas as they arrive. */
final class CallModelStage {
    private CallModelStage() {}

    static TurnStage.Result run(RoundContext round) {
        EngineSettings settings = round.turn.settings;
        TurnDeltaSink sink = round.turn.startRound(round.round);
        round.turn.telemetry.roundStarted(round.turn.ids(), settings.time());
        AiCall call = wired(round, call(round).sink(sink));
        round.turn.branch.wake();
        PolicyChain.ChainResult answer = settings.chain().execute(call);
        round.ret = answer.ret();
        round.offered = answer.offeredTools();
        round.added = answer.facts();
        return TurnStage.Result.next(round);
    }

    /**
     * Returns the tools that were offered to the model. For calls of an earlier run of the program: the tools that
     * would be offered now, computed without a call.
     */
    static List<ToolDefinition> offered(RoundContext round) {
        if (round.offered != null) {
            return round.offered;
        }
        Set<Interaction> open = new HashSet<>(round.open);
        AiCall.Builder call = call(round)
                .effective(round.conversation.stream()
                        .filter(said -> !open.contains(said))
                        .toList())
                .observer(TelemetryObserver.NONE)
                .budget(BudgetTracker.unlimited());
        return round.turn.settings.chain().offeredTools(wired(round, call));
    }

    private static AiCall wired(RoundContext round, AiCall.Builder call) {
        return round.turn
                .settings
                .decorate()
                .apply(call.addNote(ContextSnapshot.KEY, round.context).build());
    }

    private static AiCall.Builder call(RoundContext round) {
        Turn turn = round.turn;
        SessionOptions options = turn.request.options();
        List<ToolDefinition> tools = turn.settings.tools().definitions(turn.request.toolFilter(turn.body()));
        ModelOptions model = model(round, options.model(), !tools.isEmpty());
        AiCall.Builder call = AiCall.builder(turn.body(), model.model().orElse(turn.settings.model()))
                .effective(round.conversation)
                .options(model)
                .tools(tools)
                .ids(request(turn))
                .namespace(options.namespace().orElse(""))
                .cancellation(turn.cancellation())
                .observer(turn.telemetry)
                .state(turn.memory())
                .budget(turn.spending())
                .addNote(WholeConversation.KEY, whole(turn));
        PromptCacheHint.Retention kept = options.promptCache()
                .orElse(round.round > 1 ? PromptCacheHint.Retention.SHORT : PromptCacheHint.Retention.NONE);
        if (kept != PromptCacheHint.Retention.NONE) {
            call.addNote(PromptCacheHint.KEY, PromptCacheHint.ofConversation(kept));
        }
        Cost before = turn.spentBefore();
        if (before != null && !turn.request.isAside()) { // a side turn has a limit of its own
            call.addNote(AiCall.SPENT_BEFORE, before);
        }
        Json schema = turn.request.schema();
        if (schema != null) {
            call.outputSchema(schema);
            options.output().ifPresent(type -> call.addNote(AnswerType.KEY, new AnswerType(type, schema)));
        }
        Reveal reveal = options.reveal().orElse(null);
        if (reveal != null) {
            call.reveal(reveal);
        }
        CacheMode cache = options.cache().orElse(null);
        if (cache != null) {
            call.cacheMode(cache);
        }
        return call;
    }

    /** Returns the conversation of a turn; of a side turn, that which it is about, with what the side turn says. */
    private static WholeConversation whole(Turn turn) {
        Branch about = turn.request.about();
        Conversation own = turn.branch.conversation();
        Conversation whole = about == null ? own : about.conversation();
        return new WholeConversation() {
            @Override
            public List<Interaction> interactions() {
                return about == null
                        ? said(own.tree())
                        : Stream.concat(said(whole.tree()).stream(), said(own.tree()).stream())
                                .toList();
            }

            @Override
            public Optional<State> values() {
                return Optional.of(whole.values());
            }
        };
    }

    private static List<Interaction> said(ConversationTree tree) {
        return tree.subtree(tree.root()).stream()
                .flatMap(entry -> entry.interactions().stream())
                .toList();
    }

    /**
     * Forces a tool call in the first round only; forced in every round, the model would never answer. The last round
     * forbids tool calls and declares the tools all the same: services bind their thinking to what was declared (P13). A side
     * turn forbids them after the first call alone, because a choice of tools makes the messages unreadable in a cache.
     */
    private static ModelOptions model(RoundContext round, ModelOptions options, boolean tools) {
        boolean aside = round.turn.request.isAside();
        if (tools && (round.last || (aside && round.round > 1))) {
            return options.toBuilder().toolChoice(ModelOptions.ToolChoice.NONE).build();
        }
        return (aside || round.round > 1) && options.toolChoice().orElse(null) == ModelOptions.ToolChoice.REQUIRED
                ? options.toBuilder().toolChoice(ModelOptions.ToolChoice.AUTO).build()
                : options;
    }

    private static CallIds request(Turn turn) {
        CallIds ids = turn.ids();
        return new CallIds(
                ids.session(), ids.turn(), ids.round(), turn.settings.ids().get());
    }
}
