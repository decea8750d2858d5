package dev.plumbline.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures the CPU time of the whole process for streaming 2,000 deltas (including client threads, garbage collection
 * and compiler), compared with a process that reads the same bytes with the JDK's client and searches each line with
 * {@code indexOf}. The server is a separate process; pairs alternate, on one processor if {@code taskset} exists.
 * Prints the ratio of each pair and the median:
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.StreamingCost [pairs]</pre>
 */
public final class StreamingCost {
    private static final int WARM = 300;
    private static final int MEASURED = 300;
    private static final String CONTENT = "\"content\":\"";

    private StreamingCost() {}

    /** Runs the measurement, with an optional number of pairs. The other forms are for the processes that it starts. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2) {
            System.out.println(cpuOf(args[0], URI.create(args[1])));
            return;
        }
        int pairs = args.length == 1 ? Integer.parseInt(args[0]) : 5;
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> answer())) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                double ours = child("ours", server.address());
                double floor = child("floor", server.address());
                ratios.add(ours / floor);
                System.out.printf(
                        "pair %d: %.2f ms a stream, floor %.2f ms, ratio %.2f%n",
                        i, ours / 1e6, floor / 1e6, ours / floor);
            }
            System.out.printf(
                    "median ratio %.2f%n", ratios.stream().sorted().toList().get(pairs / 2));
        }
    }

    private static ServerResponse answer() {
        return ServerResponse.sse(Stream.concat(
                        IntStream.range(0, 2_000)
                                .mapToObj(i -> chunk("{\"content\":\" word" + i % 100 + "\"}", "null")),
                        Stream.of(chunk("{}", "\"stop\""), "[DONE]"))
                .toList());
    }

    private static String chunk(String delta, String finish) {
        return "{\"id\":\"chatcmpl-Bexample1234567890abcdefgh\",\"object\":\"chat.completion.chunk\","
                + "\"created\":1780000000,\"model\":\"gpt-5-mini-2026-01-01\",\"service_tier\":\"default\","
                + "\"system_fingerprint\":\"fp_0123456789\",\"choices\":[{\"index\":0,\"delta\":" + delta
                + ",\"logprobs\":null,\"finish_reason\":" + finish + "}],\"usage\":null}";
    }

    private static double child(String who, URI server) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (Files.exists(Path.of("/usr/bin/taskset"))) {
            command.addAll(List.of("/usr/bin/taskset", "-c", "0"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                StreamingCost.class.getName(),
                who,
                server.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return Double.parseDouble(output.strip());
    }

    /** Returns the CPU time of one stream in nanoseconds, after a warm-up. */
    private static long cpuOf(String who, URI server) throws IOException, InterruptedException {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (Reader reader = who.equals("ours") ? ours(server) : floor(server)) {
            read(reader, WARM);
            long before = process.getProcessCpuTime();
            read(reader, MEASURED);
            return (process.getProcessCpuTime() - before) / MEASURED;
        }
    }

    private static void read(Reader reader, int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            int length = reader.read();
            if (length != 2_000 / 100 * (" word0".length() * 10 + " word10".length() * 90)) {
                throw new IllegalStateException("another text arrived, of " + length + " characters");
            }
        }
    }

    private static Reader ours(URI server) {
        AiProvider provider = OpenAiChat.builder("m").baseUrl(server.toString()).build();
        AiCall call = AiCall.of(AiBody.of("hi"), new ModelId("openai", "m"));
        return new Reader() {
            @Override
            public int read() {
                return provider.call(call).orThrow().text().length();
            }

            @Override
            public void close() {
                provider.close();
            }
        };
    }

    private static Reader floor(URI server) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return () -> {
            StringBuilder text = new StringBuilder();
            try (Stream<String> lines =
                    client.send(request, BodyHandlers.ofLines()).body()) {
                lines.forEach(line -> search(line, text));
            }
            return text.length();
        };
    }

    private static void search(String line, StringBuilder text) {
        int at = line.indexOf(CONTENT);
        if (at >= 0) {
            int from = at + CONTENT.length();
            text.append(line, from, line.indexOf('"', from));
        }
    }

    /** Reads a stream to its end. */
    @FunctionalInterface
    private interface Reader extends AutoCloseable {
        int read() throws IOException, InterruptedException;

        @Override
        default void close() {}
    }
}
