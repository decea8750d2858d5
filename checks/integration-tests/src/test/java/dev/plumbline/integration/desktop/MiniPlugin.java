package dev.plumbline.integration.desktop;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.HostApplication;
import java.awt.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoableEdit;

/** A plug-in of the mini host: asked with words; {@code close} ends it, {@code await} waits until it is over. */
public final class MiniPlugin implements Consumer<String> {
    private final AiRuntime ai;
    private final ConversationSession session;

    /** Made by the host, which knows no type of it. */
    public MiniPlugin(Object document, String service) {
        MiniDocument lines = (MiniDocument) document;
        ai = AiRuntime.builder()
                .addProvider(OpenAiChat.builder("m").baseUrl(service).build())
                .host(HostApplication.swing())
                .addTools(new Pen(lines))
                .addContext(ContextSource.document(
                        () -> "mini", () -> Integer.toString(lines.lines().hashCode())))
                .build();
        session = ai.session(AiBody.builder()
                .addSystem("You write lines.")
                .toolFilter("*")
                .contextFilter("document")
                .build());
    }

    @Override
    public void accept(String words) {
        switch (words) {
            case "close" -> ai.close();
            case "await" -> ai.awaitClosed(Duration.ofMinutes(1));
            case "cancel" -> session.cancel("asked to");
            default -> {
                CompletableFuture<AiReturn> unused = session.sendAsync(words);
            }
        }
    }

    /** Its tool. */
    static final class Pen {
        private final MiniDocument document;

        Pen(MiniDocument document) {
            this.document = document;
        }

        @Tool("Writes a line.")
        int write(String line, ToolContext call) {
            if (!EventQueue.isDispatchThread()) {
                throw new ToolException("not on the UI thread");
            }
            document.lines().add(line);
            document.post(new Turn(document, call.ids().turn(), line));
            return document.lines().size();
        }
    }

    /** The lines of one turn, as one step. */
    private static final class Turn extends AbstractUndoableEdit {
        private static final long serialVersionUID = 1L;
        private final transient MiniDocument document;
        private final String turn;
        private final List<String> written = new ArrayList<>();

        Turn(MiniDocument document, String turn, String line) {
            this.document = document;
            this.turn = turn;
            written.add(line);
        }

        @Override
        public boolean addEdit(UndoableEdit next) {
            return next instanceof Turn later && later.turn.equals(turn) && canUndo() && written.addAll(later.written);
        }

        @Override
        public void undo() {
            super.undo();
            written.forEach(line -> document.lines().remove(document.lines().size() - 1));
        }

        @Override
        public void redo() {
            super.redo();
            document.lines().addAll(written);
        }
    }
}
