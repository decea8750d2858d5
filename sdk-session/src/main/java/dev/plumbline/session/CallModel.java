package dev.plumbline.session;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.policy.ContextSnapshot;
import java.util.List;

/** The stage that asks the model: one call through the chain, its deltas shown as they come. */
final class CallModel implements Stage {
    static final String NAME = "call-model";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "asks the model";
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.of(work);
        Wiring wiring = round.turn().wiring();
        Shown sink = round.turn().startRound(round.round());
        CallIds ids = round.turn().ids();
        wiring.telemetry().roundStarted(ids, wiring.time());
        AiReturn ret = wiring.chain().call(wiring.decorate().apply(call(round, sink)));
        wiring.telemetry().layers(ids, wiring.time(), ret.trace());
        return Result.next(round.withRet(ret));
    }

    private static AiCall call(RoundWork round, Shown sink) {
        Turn turn = round.turn();
        SessionOptions options = turn.ask().options();
        ModelOptions model = model(round, options.model());
        AiCall.Builder call = AiCall.builder(
                        turn.body(), model.model().orElse(turn.wiring().model()))
                .effective(round.conversation())
                .options(model)
                .tools(tools(round))
                .ids(request(turn))
                .namespace(options.namespace().orElse(""))
                .cancellation(turn.cancellation())
                .sink(sink)
                .events(turn.wiring().telemetry())
                .state(turn.state())
                .spending(turn.spending());
        turn.ask().schema().ifPresent(call::outputSchema);
        options.reveal().ifPresent(call::reveal);
        options.cache().ifPresent(call::cacheUse);
        return call.build().with(ContextSnapshot.KEY, round.context());
    }

    /** A model that must call a tool must do so once; forced in every round, it would never come to an answer. */
    private static ModelOptions model(RoundWork round, ModelOptions options) {
        boolean forced = options.toolChoice()
                .filter(ModelOptions.ToolChoice.REQUIRED::equals)
                .isPresent();
        return forced && round.round() > 1
                ? options.toBuilder().toolChoice(ModelOptions.ToolChoice.AUTO).build()
                : options;
    }

    private static List<ToolDefinition> tools(RoundWork round) {
        Turn turn = round.turn();
        return round.last()
                ? List.of()
                : turn.wiring().tools().definitions(turn.ask().toolFilter(turn.body()));
    }

    private static CallIds request(Turn turn) {
        CallIds ids = turn.ids();
        return new CallIds(
                ids.session(), ids.turn(), ids.round(), turn.wiring().ids().get());
    }
}
