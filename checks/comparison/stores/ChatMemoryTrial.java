import dev.langchain4j.community.store.memory.chat.redis.RedisChatMemoryStore;
import dev.langchain4j.community.store.memory.chat.redis.StoreType;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What LangChain4j's chat memory on Redis does in the trials of StoreComparison. Needs redis-server; run by hand. */
final class ChatMemoryTrial {
    private static final int ROUNDS = 200;
    private static final int WRITES = 60;

    private static int port;

    private ChatMemoryTrial() {}

    public static void main(String[] arguments) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Process server = new ProcessBuilder(
                        "redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--appendonly", "yes",
                        "--appendfsync", "always", "--dir", Files.createTempDirectory("trial").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            awaitServer();
            twoWriters();
            cost();
            hang(server);
        } finally {
            server.destroyForcibly();
        }
    }

    private static RedisChatMemoryStore store() {
        return RedisChatMemoryStore.builder().host("127.0.0.1").port(port).storeType(StoreType.STRING).build();
    }

    private static void awaitServer() throws InterruptedException {
        for (int tries = 0; tries < 100; tries++) {
            try {
                store().getMessages("none");
                return;
            } catch (RuntimeException notYet) {
                Thread.sleep(100);
            }
        }
    }

    private static void append(RedisChatMemoryStore store, String id, int... sizes) {
        List<ChatMessage> messages = new ArrayList<>(store.getMessages(id));
        for (int size : sizes) {
            messages.add(UserMessage.from("wall and pipe ".repeat(size / 14)));
        }
        store.updateMessages(id, messages);
    }

    private static void twoWriters() {
        IntStream.range(0, 2).parallel().forEach(writer -> {
            RedisChatMemoryStore store = store();
            for (int i = 0; i < WRITES; i++) {
                append(store, "two", 200);
            }
        });
        System.out.println("two writers: acknowledged " + 2 * WRITES + ", has " + store().getMessages("two").size());
    }

    private static void cost() {
        RedisChatMemoryStore store = store();
        double[] times = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            append(store, "cost", 200, 800, 400);
            times[i] = (System.nanoTime() - begin) / 1e3;
        }
        System.out.printf("cost of a round, microseconds: first %.0f last %.0f%n", median(times, 10, 60), median(times, 150, 200));
    }

    private static double median(double[] times, int from, int to) {
        double[] part = Arrays.copyOfRange(times, from, to);
        Arrays.sort(part);
        return part[part.length / 2];
    }

    private static void hang(Process server) throws Exception {
        RedisChatMemoryStore store = store();
        store.getMessages("hang");
        new ProcessBuilder("kill", "-STOP", "" + server.pid()).start().waitFor();
        long begin = System.nanoTime();
        try {
            append(store, "hang", 200);
        } catch (RuntimeException failed) {
            System.out.println("hanging server: ended after " + (System.nanoTime() - begin) / 1_000_000 + " ms: " + failed);
        }
    }
}
