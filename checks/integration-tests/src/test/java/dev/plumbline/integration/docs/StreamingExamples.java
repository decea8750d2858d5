package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The part of docs/streaming.md that is no whole program, compiled. */
final class StreamingExamples {

    private StreamingExamples() {}

    static ConversationSession open(AiRuntime ai, AiBody body) {
        AtomicReference<Optional<String>> read = new AtomicReference<>(Optional.empty());
        ConversationObserver stopped = new ConversationObserver() {
            @Override
            public void onFinished(AiReturn ret) {
                boolean half = ret.status() == AiReturn.Status.CANCELLED;
                read.set(Optional.of(ret.partialText()).filter(text -> half && !text.isEmpty()));
            }
        };
        return ai.session(
                body,
                SessionOptions.none(),
                own -> own.addView(stopped).addContext("read-before-the-user-stopped", read::get));
    }
}
