package dev.plumbline.integration.journal;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another program: resumes a conversation, sends a message and closes it when it reads a line. */
final class ResumingProgram {

    private ResumingProgram() {}

    /** Arguments: the folder, the id. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("From elsewhere."))
                .journal(Path.of(arguments[0]))
                .build()) {
            ConversationSession session = ai.resume(arguments[1]);
            System.out.println("open");
            input.readLine();
            System.out.println(session.send("And elsewhere?").status());
            session.close();
            System.out.println("closed");
            input.readLine();
        }
    }
}
