package dev.plumbline.session.events;

import dev.plumbline.conversation.SessionEvent;

/** Who gets the events; throws nothing. */
interface EventReceiver {
    void next(SessionEvent event);

    void complete();

    void failed(Throwable why);
}
