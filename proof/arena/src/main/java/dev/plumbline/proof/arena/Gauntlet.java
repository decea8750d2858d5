package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Puts every contender through every fault, each in a process of its own, and writes one table: whether the promise was kept, how
 * it was broken, and how long it took. Exits with 1 when Plumbline broke one.
 *
 * <pre>java -cp … dev.plumbline.proof.arena.Gauntlet docs/proof/gauntlet.md [part of the names of faults]</pre>
 */
public final class Gauntlet implements AutoCloseable {
    private static final List<Fighter> FIGHTERS = List.of(Fighter.PLUMBLINE, Fighter.OPENAI, Fighter.LANGCHAIN);

    private final Map<Fighter, Corner> corners = new EnumMap<>(Fighter.class);
    private final Map<Fighter, Corner> small = new EnumMap<>(Fighter.class);
    private final Map<Fighter, Integer> kept = new EnumMap<>(Fighter.class);
    private final List<String> rows = new ArrayList<>();

    private Gauntlet() {
        for (Fighter fighter : FIGHTERS) {
            corners.put(fighter, new Corner(fighter, "-Xmx512m"));
            small.put(fighter, new Corner(fighter, "-Xmx64m"));
        }
    }

    /** Runs. */
    public static void main(String[] args) throws IOException {
        List<Fault> faults = new ArrayList<>(StreamFaults.all());
        faults.addAll(ReplyFaults.all());
        faults.addAll(ToolFaults.all());
        faults.removeIf(fault -> args.length > 1 && !fault.name().contains(args[1]));
        try (Gauntlet gauntlet = new Gauntlet()) {
            faults.forEach(gauntlet::run);
            Path file = Path.of(args[0]);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, gauntlet.table(faults.size()));
            boolean all = gauntlet.kept.getOrDefault(Fighter.PLUMBLINE, 0) == faults.size();
            System.exit(all ? 0 : 1);
        }
    }

    private void run(Fault fault) {
        StringBuilder row = new StringBuilder("| " + fault.name().replace("|", "\\|") + " | " + fault.promised());
        for (Fighter fighter : FIGHTERS) {
            row.append(" | ").append(attempt(fault, fighter));
        }
        rows.add(row.append(" |").toString());
        System.out.println(row);
    }

    private String attempt(Fault fault, Fighter fighter) {
        try (Stand stand = new Stand()) {
            fault.script().accept(stand);
            Corner corner = Objects.requireNonNull((fault.smallHeap() ? small : corners).get(fighter));
            Outcome outcome = corner.run(fault.task(), stand.address());
            if (fault.smallHeap()) {
                corner.close();
            }
            Optional<String> broken = fault.promise().broken(outcome, stand);
            if (broken.isEmpty()) {
                kept.merge(fighter, 1, Integer::sum);
            }
            return broken.map(how -> "✗ " + how.replace("|", "\\|")).orElse("✓") + " (" + outcome.millis() + " ms)";
        }
    }

    private String table(int faults) {
        StringBuilder page = new StringBuilder("# The gauntlet\n\n"
                + "What goes wrong at a service and in tools, played over a socket on 127.0.0.1 to each library, which is set up as its\n"
                + "documentation says, told that nothing may come for " + Corner.SILENCE
                + " ms and that a call may take "
                + Corner.TOTAL + " ms. The number is the row of the\n"
                + "catalogue of faults. openai-java has no loop for tools: it runs in the loop its documentation shows, which is its\n"
                + "user's to improve. Times are of one run and hold a library's own retries.\n\n"
                + "Written by `./mvnw -Pbench verify`; " + faults + " faults.\n\n");
        StringBuilder head = new StringBuilder("| fault | promise");
        StringBuilder line = new StringBuilder("|---|---");
        StringBuilder sum = new StringBuilder("| **kept** | ");
        for (Fighter fighter : FIGHTERS) {
            head.append(" | ").append(fighter.title());
            line.append("|---");
            sum.append(" | **")
                    .append(kept.getOrDefault(fighter, 0))
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
        corners.values().forEach(Corner::close);
        small.values().forEach(Corner::close);
    }
}
