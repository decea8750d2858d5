package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Param;
import dev.plumbline.ui.HostApplication;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;

/** Step 8: an answer as an object. */
public final class Step08 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step08(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
    }

    /** What the model answers: a JSON object of this form. */
    record Suggestion(@Param("as #rrggbb") String paper, String reason) {}

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder()
                .addSystem("You choose colours.")
                .toolFilter("") // this conversation has no tools
                .build();
        ConversationSession session =
                ai.session(body, SessionOptions.none(), own -> own.addContext(Step05.facts(drawing)));
        JButton button = new JButton("Suggest a paper");
        button.addActionListener(event -> session.sendAsync(
                        Interaction.user("Which colour of paper fits this drawing?"),
                        SessionOptions.builder()
                                .output(Suggestion.class)
                                .busyAction(SessionOptions.BusyAction.QUEUE) // the button may be pressed again
                                .build())
                .thenAccept(ret -> SwingUtilities.invokeLater(() -> show(ret, drawing, button))));
        return button;
    }

    private static void show(AiReturn ret, Drawing drawing, JButton button) {
        if (ret.isOk()) {
            Suggestion suggestion = ret.as(Suggestion.class); // validated before, repaired if need be
            drawing.setPaper(suggestion.paper());
            button.setToolTipText(suggestion.reason());
        } else {
            button.setToolTipText(ret.error().orElseThrow().userMessage());
        }
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step08(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
