package dev.plumbline.integration.crash;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that draws: goes on with the conversation of a folder, or begins one, and says so many things to it. Every
 * stroke of its pen is a line in a file beside, so that it can be seen who drew twice. Run as a child process and killed.
 */
final class DrawingProgram {
    private static final int ROUNDS = 3;

    private DrawingProgram() {}

    /** What a transcript of so many user messages should be: a model that does the next thing it calls for. */
    static final class Model implements AiProvider {
        @Override
        public String id() {
            return "model";
        }

        @Override
        public String defaultModel() {
            return "plan";
        }

        @Override
        public AiReturn call(AiCall call) {
            long done = count(call, Interaction.ToolResult.class);
            long asked = count(call, Interaction.User.class);
            Interaction stroke =
                    new Interaction.ToolCall("", "stroke", Json.object().with("n", done + 1));
            return done < ROUNDS * asked
                    ? AiReturn.builder().interactions(List.of(stroke)).build()
                    : AiReturn.ofText("Drawn " + done + ".");
        }

        private static long count(AiCall call, Class<? extends Interaction> kind) {
            return call.effective().stream().filter(kind::isInstance).count();
        }
    }

    /** The pen: what it has drawn stays, whatever becomes of the program. */
    static final class Pen {
        private final Path sheet;

        Pen(Path sheet) {
            this.sheet = sheet;
        }

        @Tool("Draws a stroke.")
        int stroke(int n) {
            try (RandomAccessFile file = new RandomAccessFile(sheet.toFile(), "rw")) {
                file.seek(file.length());
                file.write((n + "\n").getBytes(StandardCharsets.US_ASCII));
                return n;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static AiRuntime runtime(Path folder) {
        return AiRuntime.builder()
                .addProvider(new Model())
                .addTools(new Pen(folder.resolve("sheet.txt")))
                .journal(folder.resolve("journal"))
                .build();
    }

    /** Goes on with the one conversation there is, or begins it. */
    static ConversationSession session(AiRuntime ai) {
        List<SessionStore.StoredSession> stored = ai.stored();
        return stored.isEmpty()
                ? ai.session(
                        AiBody.builder().addSystem("You draw.").toolFilter("*").build())
                : ai.resume(stored.get(0).id(), SessionOptions.none());
    }

    /** Ends an interrupted turn; whether there was one. */
    static boolean finish(AiRuntime ai, ConversationSession session) {
        boolean interrupted = ai.stored().stream().anyMatch(SessionStore.StoredSession::interrupted);
        boolean due = interrupted
                && session.path().stream()
                        .flatMap(entry -> entry.interactions().stream())
                        .anyMatch(Interaction.User.class::isInstance)
                && !session.head().text().startsWith("Drawn");
        if (due) {
            session.runToStableResult();
        }
        return due;
    }

    public static void main(String[] args) {
        try (AiRuntime ai = runtime(Path.of(args[0]))) {
            ConversationSession session = session(ai);
            finish(ai, session);
            for (int i = 0; ; i++) {
                session.send("More, please: " + i);
            }
        }
    }
}
