package task.t11;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

public final class DrawingHistory implements AutoCloseable {
    private static final AiBody BODY =
            AiBody.builder().addSystem("You help with a drawing.").build();
    private static final String PREFIX = "drawing-";

    private final AiRuntime ai;

    public DrawingHistory(AiProvider provider, Path folder) {
        ai = AiRuntime.builder().addProvider(provider).journal(folder).build();
    }

    public String ask(String drawing, String question) {
        try (ConversationSession session = ai.session(PREFIX + drawing, BODY, SessionOptions.none())) {
            AiReturn ret = session.send(question);
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        }
    }

    public Set<String> drawings() {
        return ai.stored().stream()
                .map(SessionStore.StoredSession::id)
                .filter(id -> id.startsWith(PREFIX))
                .map(id -> id.substring(PREFIX.length()))
                .collect(Collectors.toSet());
    }

    public List<String> read(String drawing) {
        if (!drawings().contains(drawing)) {
            return List.of();
        }
        try (ConversationSession session = ai.resume(PREFIX + drawing)) {
            return session.path().stream()
                    .filter(entry ->
                            entry.kind() == Interaction.Kind.USER || entry.kind() == Interaction.Kind.ASSISTANT)
                    .map(entry -> (entry.kind() == Interaction.Kind.USER ? "user: " : "model: ") + entry.text())
                    .toList();
        }
    }

    @Override
    public void close() {
        ai.close();
    }
}
