package dev.plumbline.web;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.internal.ClientRedaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The open conversations of a runtime: those of the program, and those that were opened here. Thread-safe. */
final class ConversationTable implements AutoCloseable {
    private final AiRuntime runtime;
    private final WebInspectorOptions options;
    private final Map<String, LiveConversation> open = new LinkedHashMap<>();

    ConversationTable(AiRuntime runtime, WebInspectorOptions options) {
        this.runtime = runtime;
        this.options = options;
    }

    Map<String, Supplier<RunProgress>> runs() {
        return options.runs();
    }

    AiRuntime runtime() {
        return runtime;
    }

    /** Returns all open conversations; follows those that the program has opened meanwhile. */
    synchronized List<LiveConversation> all() {
        open.values().removeIf(LiveConversation::isEnded);
        for (ConversationSession session : runtime.sessions()) {
            if (!open.containsKey(key(session.id(), session.branch()))) {
                follow(session, false);
            }
        }
        return List.copyOf(open.values());
    }

    /**
     * Opens a conversation.
     *
     * @param change changes the body that it begins with
     */
    synchronized LiveConversation create(UnaryOperator<AiBody> change) {
        return follow(runtime.session(change.apply(options.body()), sessionOptions()), true);
    }

    /**
     * Opens the conversation of that id, a stored one or a new one.
     *
     * @param change changes the body that a new one begins with
     * @throws RequestRefusal 409 if something else has it open
     */
    synchronized LiveConversation create(String id, UnaryOperator<AiBody> change) {
        try {
            return follow(runtime.session(id, change.apply(options.body()), sessionOptions()), true);
        } catch (IllegalStateException open) {
            throw new RequestRefusal(409, "this thread is open in another program, or the program is closing");
        }
    }

    /**
     * Returns a conversation on one of its branches; a stored one is opened.
     *
     * @throws RequestRefusal 404 if there is none
     */
    synchronized LiveConversation find(String id, String branch) {
        Optional<LiveConversation> found = all().stream()
                .filter(live -> live.id().equals(id) && live.branch().equals(branch))
                .findFirst();
        return found.orElseGet(() -> openStored(id, branch));
    }

    private LiveConversation openStored(String id, String branch) {
        Optional<LiveConversation> relative =
                open.values().stream().filter(live -> live.id().equals(id)).findFirst();
        try {
            if (relative.isPresent()) {
                return follow(relative.get().session().onBranch(branch), true);
            }
            ConversationSession main = runtime.resume(id, sessionOptions());
            LiveConversation resumed = follow(main, true);
            return branch.equals(main.branch()) ? resumed : follow(main.onBranch(branch), true);
        } catch (AiException | IllegalStateException | IllegalArgumentException missing) {
            throw new RequestRefusal(404, "there is no conversation of that id and branch that could be opened");
        }
    }

    /** Opens a new branch of a conversation. */
    synchronized LiveConversation fork(LiveConversation from, String branch) {
        return follow(from.session().fork(branch), true);
    }

    /**
     * Returns the tree of a conversation, which need not be open.
     *
     * @throws RequestRefusal 404 if there is none
     */
    ConversationTree tree(String id) {
        Optional<LiveConversation> live =
                all().stream().filter(one -> one.id().equals(id)).findFirst();
        try {
            return live.isPresent() ? live.get().session().tree() : runtime.tree(id);
        } catch (AiException | IllegalStateException missing) {
            throw new RequestRefusal(404, "there is no conversation of that id");
        }
    }

    private SessionOptions sessionOptions() {
        return options.session()
                .mergedOver(SessionOptions.builder().showToolProposals(true).build());
    }

    private LiveConversation follow(ConversationSession session, boolean isOurs) {
        String key = key(session.id(), session.branch());
        ClientRedaction redaction = options.redaction()
                ? ClientRedaction.of(runtime.toolExecutor(), key, session.state(), () -> said(session.tree()))
                : ClientRedaction.NONE;
        LiveConversation live = LiveConversation.of(session, isOurs, redaction);
        open.put(key, live);
        return live;
    }

    private static List<Interaction> said(ConversationTree tree) {
        return tree.subtree(tree.root()).stream()
                .flatMap(entry -> entry.interactions().stream())
                .toList();
    }

    private static String key(String id, String branch) {
        return id + " " + branch;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(LiveConversation::close);
        open.clear();
    }
}
