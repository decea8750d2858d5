package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.plugin.Hook;

/** The laws hold for a hook that rewrites what is said, answers a tool, and ends the turn. */
class PlainHookLawsTest implements HookLaws {
    @Override
    public Hook hook() {
        return new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.replace(Interaction.user(input.text().strip()));
            }

            @Override
            public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                return Decision.replace(batch.answer(batch.calls().get(0), ToolEnvelope.ok("known")));
            }

            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.replace(round.withNext(Round.Next.END));
            }
        };
    }
}
