package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;

/** The assistant for one document: a panel, and a runtime that begins in the background. Used on the UI thread. */
final class Assistant {
    private final ChatPanel chat = ChatPanel.create(this::ask, this::stop);
    private final List<String> early = new ArrayList<>(); // what was sent before the session was there
    private final CompletableFuture<AiRuntime> runtime;
    private ConversationSession session; // null until then
    private boolean closed;

    Assistant(AiProvider model, Object tools, Supplier<String> revision) {
        runtime = CompletableFuture.supplyAsync(
                () -> runtime(model, tools, revision), task -> new Thread(task, "assistant").start());
        runtime.thenApply(Assistant::session)
                .whenComplete((made, failure) -> SwingUtilities.invokeLater(() -> begin(made, failure)));
    }

    private static AiRuntime runtime(AiProvider model, Object tools, Supplier<String> revision) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.swing())
                .addTools(tools)
                .addContext(ContextSource.document(() -> "map", revision))
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .validWhileUnchanged("document")
                        .build())
                .questionHandler(question -> {}) // the panel shows the questions
                .build();
        ai.warmUp();
        return ai;
    }

    private static ConversationSession session(AiRuntime ai) {
        return ai.session(
                AiBody.builder().addSystem("You edit a map with tools.").build(),
                SessionOptions.builder()
                        .busyAction(SessionOptions.BusyAction.QUEUE)
                        .build());
    }

    private void begin(ConversationSession made, Throwable failure) {
        if (closed) {
            return;
        }
        if (failure != null) {
            chat.messageField().setText(String.join("\n", early)); // nothing that was typed is lost
            chat.messageField().setEditable(false);
            chat.addNotice("The assistant cannot start: " + sentence(failure.getCause()), NoticeKind.ERROR);
            return;
        }
        session = made;
        session.observe(chat.observer(session::path));
        early.forEach(session::sendAsync);
    }

    private static String sentence(Throwable cause) {
        return cause instanceof AiException known ? known.error().userMessage() : cause.getMessage();
    }

    JComponent component() {
        return chat.component();
    }

    private void ask(String text) {
        if (session == null) {
            early.add(text);
            chat.addNotice("Sent as soon as the assistant has started: " + text);
        } else {
            session.sendAsync(text);
        }
    }

    private void stop() {
        if (session != null) {
            session.cancel("Stop");
        }
    }

    /** Returns at once, with a future that completes when no thread of the runtime is left. */
    CompletableFuture<CloseReport> close() {
        closed = true;
        return runtime.handle((ai, failure) -> ai).thenCompose(ai -> {
            if (ai == null) { // it could not be made, so nothing is left
                return CompletableFuture.completedFuture(new CloseReport(0, Map.of()));
            }
            ai.close();
            return ai.closed();
        });
    }
}
