package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.TaskOutcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs every peer with every fault, each in a separate process, and writes one table: whether the expectation held, how
 * it failed, and the time. A test checks on the page that Plumbline meets all expectations.
 *
 * <pre>java -cp … dev.plumbline.comparison.runner.FaultComparison docs/comparison/faults.md [part of the names of faults]</pre>
 */
public final class FaultComparison implements AutoCloseable {
    private static final List<PeerLibrary> PEERS =
            List.of(PeerLibrary.PLUMBLINE, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN);

    private static final String ABOUT = """
            # Fault comparison

            What goes wrong at a service, on the way to it and in tools, played over a socket on 127.0.0.1 to each library, which is set up
            as its documentation says, with a read timeout of %d ms and a call timeout of %d ms. The number is the row of the
            catalogue of faults. Times are of one run and hold a library's own retries.

            What a reader may want to know before he counts:

            - openai-java has no loop for tools: it runs in the loop its documentation shows, which is its user's to improve.
            - 38: an event that came in one read with a broken chunk is kept by openai-java (OkHttp) and lost by Plumbline and LangChain4j:
              the JDK's client, which both use, gives up the whole read. The catalogue asks for a failure, so the row does; what had come
              before is kept, which the next row asks.
            - 51: LangChain4j ends such a turn after 100 rounds, and may; the row asks that somebody does.
            - 52: of the three, Plumbline alone can limit a tool, so it alone has a limit.
            - 31, 34, 45 and 57 hold promises that only Plumbline makes: a service's text stays out of exceptions, one key for all attempts,
              nothing runs with arguments that are not of the schema, and a long result is cut. Others may call that their user's part.
            - 40 and 41: proxies and trust are the JVM's, set by its properties, in a process of their own.
            - Rows that begin with wire: are habits of services that speak like OpenAI, as recordings of them show. Each failed in Plumbline before, or fails in
              a peer.

            Written by `./mvnw -Pbench verify`; %d faults.

            """;

    private final Map<PeerLibrary, PeerProcess> processes = new EnumMap<>(PeerLibrary.class);
    private final Map<PeerLibrary, Integer> kept = new EnumMap<>(PeerLibrary.class);
    private final List<String> rows = new ArrayList<>();

    private FaultComparison() {
        for (PeerLibrary peer : PEERS) {
            processes.put(peer, new PeerProcess(peer, List.of("-Xmx512m")));
        }
    }

    /** Runs the comparison. */
    public static void main(String[] args) throws IOException {
        List<FaultCase> faults = new ArrayList<>(StreamFaults.all());
        faults.addAll(ResponseFaults.all());
        faults.addAll(NetworkFaults.all());
        faults.addAll(ToolFaults.all());
        faults.addAll(WireFaults.all());
        faults.addAll(WireToolFaults.all());
        faults.removeIf(fault -> args.length > 1 && !fault.name().contains(args[1]));
        try (FaultComparison comparison = new FaultComparison()) {
            faults.forEach(comparison::run);
            Path file = Path.of(args[0]);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, comparison.table(faults.size()));
        }
    }

    private void run(FaultCase fault) {
        StringBuilder row = new StringBuilder("| " + fault.name().replace("|", "\\|") + " | " + fault.promised());
        for (PeerLibrary peer : PEERS) {
            row.append(" | ").append(attempt(fault, peer));
        }
        rows.add(row.append(" |").toString());
        System.out.println(row);
    }

    private String attempt(FaultCase fault, PeerLibrary peer) {
        try (FaultServer stand = new FaultServer()) {
            fault.script().accept(stand);
            TaskOutcome outcome = outcome(fault, peer, stand);
            Optional<String> broken = fault.promise().broken(outcome, stand);
            if (broken.isEmpty()) {
                kept.merge(peer, 1, Integer::sum);
            }
            return broken.map(how -> "✗ " + how.replace("|", "\\|")).orElse("✓") + " (" + outcome.millis() + " ms)";
        }
    }

    private TaskOutcome outcome(FaultCase fault, PeerLibrary peer, FaultServer stand) {
        URI base = fault.place().base().apply(stand);
        if (!fault.place().own()) {
            return Objects.requireNonNull(processes.get(peer)).run(fault.task(), base);
        }
        try (PeerProcess process = new PeerProcess(peer, fault.place().options().apply(stand))) {
            return process.run(fault.task(), base);
        }
    }

    private String table(int faults) {
        StringBuilder page = new StringBuilder(ABOUT.formatted(PeerProcess.SILENCE, PeerProcess.TOTAL, faults));
        StringBuilder head = new StringBuilder("| fault | promise");
        StringBuilder line = new StringBuilder("|---|---");
        StringBuilder sum = new StringBuilder("| **kept** | ");
        for (PeerLibrary peer : PEERS) {
            head.append(" | ").append(peer.title());
            line.append("|---");
            sum.append(" | **")
                    .append(kept.getOrDefault(peer, 0))
                    .append(" of ")
                    .append(faults)
                    .append("**");
        }
        page.append(head).append(" |\n").append(line).append("|\n");
        rows.forEach(row -> page.append(row).append('\n'));
        return page.append(sum).append(" |\n").toString();
    }

    @Override
    public void close() {
        processes.values().forEach(PeerProcess::close);
    }
}
