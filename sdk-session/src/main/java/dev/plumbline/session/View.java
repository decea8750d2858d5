package dev.plumbline.session;

import dev.plumbline.extend.ConversationObserver;
import dev.plumbline.extend.SessionEvent;
import java.util.function.BiConsumer;

/** A view behind a wall: what it throws is reported once, and it misses that event only. */
final class View implements Mailbox.Outlet {
    private final ConversationObserver observer;
    private final BiConsumer<Object, Throwable> report;
    private boolean reported;

    View(ConversationObserver observer, BiConsumer<Object, Throwable> report) {
        this.observer = observer;
        this.report = report;
    }

    @Override
    public void next(SessionEvent event) {
        try {
            observer.onEvent(event);
        } catch (Throwable t) {
            if (!reported) {
                reported = true;
                report.accept(observer, t);
            }
        }
    }

    @Override
    public void complete() {}

    @Override
    public void failed(Throwable why) {}
}
