package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ChatPanel;
import java.awt.Dimension;
import javax.swing.JComponent;

/** Step 9: the panel of the library, which shows the whole conversation, tool calls and approvals. */
public final class Step09 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step09(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .questionHandler(question -> {}) // the panel shows it, with its buttons
                .build();
    }

    /** Returns what the conversation about a drawing has: its tools and facts. */
    static Extension of(Drawing drawing) {
        return own -> {
            own.addTools(new Step06.UndoableTools(drawing), new Step07.DeleteTool(drawing));
            own.addContext(Step05.facts(drawing));
        };
    }

    /** Returns the panel of a conversation. */
    static JComponent chat(ConversationSession session) {
        ChatPanel chat = ChatPanel.create(session::sendAsync, () -> session.cancel("stopped by the user"));
        session.observe(chat.observer(session::path, session::unknownOutcomes, session::interjected));
        JComponent component = chat.component();
        component.setPreferredSize(new Dimension(360, Drawing.HEIGHT));
        return component;
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return chat(ai.session(body, SessionOptions.none(), of(drawing)));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step09(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
