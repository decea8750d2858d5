package dev.plumbline.integration.lifecycle;

import com.sun.management.ThreadMXBean;
import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** A program with little memory, run as a child process: says what long conversations and large attachments cost it. */
final class SmallMemoryProgram {
    private static final int TURNS = 50;
    private static final int SAMPLES = 5;
    private static final int WARM = 400;

    private SmallMemoryProgram() {}

    /** Says yes. */
    private static final class Yes implements AiProvider {
        @Override
        public String id() {
            return "yes";
        }

        @Override
        public String defaultModel() {
            return "yes";
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.ofText("Yes.");
        }
    }

    public static void main(String[] args) {
        PrintStream out = System.out;
        for (int messages : new int[] {2_500, 5_000, 10_000}) {
            out.println("turn " + messages + " " + bytesPerTurn(messages));
        }
        try (AiRuntime ai = AiRuntime.of(
                OpenAiChat.builder("m").baseUrl("http://127.0.0.1:1/v1").build())) {
            out.println("heavy " + said(ai, attached(10)));
            out.println("light " + said(ai, new Interaction.User(List.of(new Part.Text("Hello.")))));
        }
    }

    /** What all threads together allocate in a turn behind so many messages. */
    private static long bytesPerTurn(int messages) {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < messages; i += 2) {
            body.addUser("Question " + i).addAssistant("Answer " + i);
        }
        try (AiRuntime ai = AiRuntime.of(new Yes());
                ConversationSession session = ai.session(body.build())) {
            for (int i = 0; i < WARM; i++) {
                session.send("Warm?");
            }
            // a thread that ends in a sample is missing from it, so the median of several is reported
            return LongStream.range(0, SAMPLES)
                    .map(i -> sample(session))
                    .sorted()
                    .toArray()[SAMPLES / 2];
        }
    }

    private static long sample(ConversationSession session) {
        Map<Long, Long> before = allocated();
        for (int i = 0; i < TURNS; i++) {
            session.send("And now?");
        }
        return difference(before, allocated()) / TURNS;
    }

    /**
     * Adds up what each thread has allocated since then. A thread that has ended counts nothing: a sum over all threads,
     * less an earlier sum, would be reduced by everything that it had ever allocated (N14).
     */
    static long difference(Map<Long, Long> before, Map<Long, Long> after) {
        return after.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                .sum();
    }

    private static Map<Long, Long> allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Map<Long, Long> allocated = new HashMap<>();
        for (long id : threads.getAllThreadIds()) {
            long bytes = threads.getThreadAllocatedBytes(id); // -1 if it has just ended
            if (bytes > 0) {
                allocated.put(id, bytes);
            }
        }
        return allocated;
    }

    private static Interaction.User attached(int tenths) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < tenths; i++) {
            parts.add(new Part.Image(Blob.of(new byte[5 << 20], "image/png")));
        }
        return new Interaction.User(parts);
    }

    private static String said(AiRuntime ai, Interaction.User input) {
        try (ConversationSession session = ai.session(AiBody.builder().build())) {
            AiReturn ret = session.send(input, SessionOptions.none());
            return ret.error().map(AiError::category).map(Enum::name).orElse("none");
        }
    }
}
