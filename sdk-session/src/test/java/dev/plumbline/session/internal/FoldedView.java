package dev.plumbline.session.internal;

import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;

/**
 * A view that knows the path of its branch from the path at its beginning and from events. It reads the tree only where an
 * event says that the branch continues on another path.
 */
final class FoldedView implements ConversationObserver {
    private final ConversationSession session;
    private List<ConversationEntry> path;

    /** The path before the running turn. */
    private List<ConversationEntry> before = List.of();

    /** The messages that were sent during a turn. */
    private final List<String> said = new ArrayList<>();

    private boolean interjected;

    /** Creates a view that knows what was sent during turns before a restart; no event tells it later. */
    FoldedView(ConversationSession session, List<String> sentBefore) {
        this.session = session;
        this.said.addAll(sentBefore);
        this.path = new ArrayList<>(session.path());
    }

    List<ConversationEntry> path() {
        return List.copyOf(path);
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.TurnStarted) {
            before = List.copyOf(path);
            interjected = false;
        } else if (event instanceof SessionEvent.Interjected sent) {
            interjected = true;
            said.add(sent.text());
        } else if (event instanceof SessionEvent.EntryAppended appended) {
            truncate(appended.entry().parent().orElseThrow());
            path.add(appended.entry());
            interjected |= said.contains(appended.entry().text());
        } else if (event instanceof SessionEvent.BranchMoved moved) {
            path = new ArrayList<>(session.tree().path(moved.from()));
        } else if (event instanceof SessionEvent.TurnFinished finished && isUndone(finished.ret())) {
            path = new ArrayList<>(before);
        }
    }

    private boolean isUndone(AiReturn ret) {
        boolean cancelled = ret.status() == AiReturn.Status.CANCELLED;
        return !ret.isOk() && !cancelled && ret.interactions().isEmpty() && !interjected;
    }

    /** Ends the path with an entry; one that is not on it belongs to another path, which only the tree has. */
    private void truncate(ConversationEntry.Id last) {
        for (int length = path.size(); length > 0; length--) {
            if (path.get(length - 1).id().equals(last)) {
                path = new ArrayList<>(path.subList(0, length));
                return;
            }
        }
        ConversationTree tree = session.tree();
        path = new ArrayList<>(tree.path(tree.find(last).orElseThrow()));
    }
}
