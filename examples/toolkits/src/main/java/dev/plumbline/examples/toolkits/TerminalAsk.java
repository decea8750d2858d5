package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.CompletableFuture;

/** A terminal. An empty line while an answer streams stops it; the end of the input ends the program. */
public final class TerminalAsk {
    private TerminalAsk() {}

    public static void main(String[] args) throws IOException {
        Charset charset = Charset.defaultCharset();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, charset));
        talk(OpenAiResponses.builder().apiKeyFromEnv().build(), lines, System.out);
    }

    static void talk(AiProvider provider, BufferedReader lines, PrintStream out) throws IOException {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.observe(
                    new ConversationObserver() { // called on a thread of its own, one event at a time
                        @Override
                        public void onText(String piece) {
                            out.print(piece);
                            out.flush();
                        }

                        @Override
                        public void onReset() { // what a terminal has printed stays; say so
                            out.println();
                            out.println("(again)");
                        }

                        @Override
                        public void onFinished(AiReturn ret) {
                            out.println(ret.error()
                                    .map(error -> "\n" + error.userMessage())
                                    .orElse(""));
                        }
                    });
            CompletableFuture<AiReturn> last = CompletableFuture.completedFuture(null);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    last.join(); // one answer at a time
                    last = session.sendAsync(line);
                } else {
                    session.cancel("stopped by the user");
                }
            }
            last.join();
        }
    }
}
