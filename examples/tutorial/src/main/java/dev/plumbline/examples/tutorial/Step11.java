package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import java.nio.file.Path;
import java.util.Optional;
import javax.swing.JComponent;

/** Step 11: the conversation goes on after a restart. */
public final class Step11 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step11(AiProvider provider, Path folder) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .questionHandler(question -> {})
                .journal(folder) // one file for each conversation
                .build();
    }

    @Override
    public JComponent start(Drawing drawing) {
        return Step09.chat(ai.stored().stream() // the newest first
                .filter(stored -> hasQuestion(ai.tree(stored.id())))
                .findFirst()
                .flatMap(stored -> resumed(stored.id(), drawing))
                .orElseGet(() -> opened(drawing)));
    }

    private static boolean hasQuestion(ConversationTree tree) {
        return tree.path(ConversationTree.MAIN).stream()
                .flatMap(entry -> entry.interactions().stream())
                .anyMatch(Interaction.User.class::isInstance);
    }

    private Optional<ConversationSession> resumed(String id, Drawing drawing) {
        try {
            return Optional.of(ai.resume(id, SessionOptions.none(), Step09.of(drawing)));
        } catch (IllegalStateException open) { // another window or program has it open
            return Optional.empty();
        }
    }

    private ConversationSession opened(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return ai.session(body, SessionOptions.none(), Step09.of(drawing));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        Path folder = Path.of(System.getProperty("user.home"), ".drawing", "conversations");
        DrawingProgram.open(new Step11(OpenAiResponses.builder().apiKeyFromEnv().build(), folder));
    }
}
