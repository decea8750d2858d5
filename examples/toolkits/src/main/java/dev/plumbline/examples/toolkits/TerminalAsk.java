package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.Question;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A terminal. An empty line while an answer streams stops it, a number answers a question, and the end of the input ends
 * the program.
 */
public final class TerminalAsk {
    private TerminalAsk() {}

    public static void main(String[] args) throws IOException {
        Charset charset = Charset.defaultCharset();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, charset));
        AiProvider provider = OpenAiResponses.builder().apiKeyFromEnv().build();
        talk(AiRuntime.builder().addProvider(provider), lines, System.out); // with addTools(…) of your own
    }

    static void talk(AiRuntime.Builder builder, BufferedReader lines, PrintStream out) throws IOException {
        AtomicReference<Question> asked = new AtomicReference<>(); // null while there is none
        builder.questionHandler(question -> {
            question.onClosed(() -> asked.compareAndSet(question, null)); // answered, too late, or cancelled
            asked.set(question);
            print(question, out);
        });
        try (AiRuntime ai = builder.build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.observe(printer(out));
            CompletableFuture<AiReturn> last = CompletableFuture.completedFuture(null);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Question open = asked.get();
                String typed = line;
                if (open != null) {
                    answer(open, typed, out);
                } else if (!typed.isBlank()) {
                    last = last.thenCompose(done -> session.sendAsync(typed)); // one answer at a time
                } else {
                    session.cancel("stopped by the user");
                }
            }
            last.join();
        }
    }

    /** Returns what prints the answers; it is called on a thread of its own, one event at a time. */
    private static ConversationObserver printer(PrintStream out) {
        return new ConversationObserver() {
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
                out.println(ret.error().map(error -> "\n" + error.userMessage()).orElse(""));
            }
        };
    }

    private static void print(Question question, PrintStream out) {
        out.println(question.title()); // which tool
        out.println(question.opened().text()); // all of it, so that one may agree
        for (int i = 0; i < question.options().size(); i++) {
            out.println("  " + (i + 1) + " " + question.options().get(i).label());
        }
    }

    private static void answer(Question question, String typed, PrintStream out) {
        for (int i = 0; i < question.options().size(); i++) {
            if (typed.strip().equals(Integer.toString(i + 1))) {
                question.opened().answer(question.options().get(i));
                return;
            }
        }
        print(question, out); // no number of the list: once more
    }
}
