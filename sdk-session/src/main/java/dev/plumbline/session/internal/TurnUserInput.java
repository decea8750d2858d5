package dev.plumbline.session.internal;

import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.UserInput;
import dev.plumbline.ui.internal.UserPrompter;

/**
 * The person, for hooks of a turn and for policies around its calls.
 *
 * @param who the name of the hook or the policy
 */
record TurnUserInput(Turn turn, String who) implements UserInput {

    @Override
    public <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        turn.settings.requireMayWait();
        UserPrompter.QuestionContext occasion = turn.settings.occasion(
                who, turn.ids(), turn.cancellation(), turn.request.options(), turn.recorder::publish);
        return turn.limits().untimed(() -> turn.settings.person().ask(request, occasion, turn.telemetry));
    }

    @Override
    public void publish(Json news) {
        turn.recorder.publish(number -> new SessionEvent.Custom(number, turn.ids(), who, news));
    }
}
