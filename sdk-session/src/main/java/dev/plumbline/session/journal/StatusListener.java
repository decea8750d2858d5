package dev.plumbline.session.journal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import java.util.Optional;

/** Is notified when the store of a journal fails and when it works again. */
public interface StatusListener {

    /**
     * Reports a changed status; called without the conversation's lock.
     *
     * @param session the ids of the session
     * @param failure why nothing can be written; empty if writing works again
     */
    void statusChanged(CallIds session, Optional<AiError> failure);

    /** Reports that everything is written and others can open the conversation; called without the conversation's lock. */
    void released();
}
