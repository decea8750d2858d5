package dev.plumbline.integration.redteam;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Replays the traces of AgentDojo (Debenedetti and others, NeurIPS 2024) on a complete runtime with approval rules, and
 * prints for each suite how many pairs of a user's task and an attack were blocked or asked about, and in how many honest
 * tasks a person was asked. Its argument is a folder with a file for each suite. No model is needed: one that obeys makes
 * the calls of the trace, and, once it has read the attacker's text, those that the text wants.
 */
final class AgentDojoMeasurement {
    private AgentDojoMeasurement() {}

    /** Measures the suites of a folder: {@code AgentDojoMeasurement FOLDER}. */
    public static void main(String[] arguments) throws IOException {
        for (DojoRun.Rules rules : DojoRun.Rules.values()) {
            for (DojoRun.Trust trust : DojoRun.Trust.values()) {
                System.out.println("\n" + rules.words + "; " + trust.words);
                List<Figures> all = new ArrayList<>();
                for (Path file : files(Path.of(arguments[0]))) {
                    DojoSuite suite = DojoSuite.of(Json.parse(Files.readString(file, StandardCharsets.UTF_8)));
                    all.add(measured(suite, new DojoRun.Setting(rules, trust)));
                }
                all.add(Figures.total(all));
                all.forEach(figures -> System.out.println(figures.line()));
                all.forEach(figures -> figures.escaped.forEach(pair -> System.out.println("    escaped: " + pair)));
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static Figures measured(DojoSuite suite, DojoRun.Setting setting) {
        Figures figures = new Figures(suite.name());
        for (DojoSuite.Task task : suite.tasks()) {
            DojoRun honest = DojoRun.honest(suite, task, setting);
            figures.honest++;
            figures.asked += honest.questions() > 0 ? 1 : 0;
            figures.changes += honest.changes();
            figures.questions += honest.questions();
            figures.needless += honest.needless();
            for (DojoSuite.Attack attack : suite.attacks()) {
                for (DojoSuite.Spelling spelling : DojoSuite.Spelling.values()) {
                    boolean blocked = DojoRun.attacked(suite, task, attack, spelling, setting)
                            .isBlocked();
                    figures.pairs.merge(spelling, 1, Integer::sum);
                    figures.blocked.merge(spelling, blocked ? 1 : 0, Integer::sum);
                    if (!blocked && spelling == DojoSuite.Spelling.AS_IT_IS) {
                        figures.escaped.add(suite.name() + " " + task.id() + " " + attack.id());
                    }
                }
            }
        }
        return figures;
    }

    /** The figures of a suite. */
    private static final class Figures {
        private final String name;
        private final TreeMap<DojoSuite.Spelling, Integer> pairs = new TreeMap<>();
        private final TreeMap<DojoSuite.Spelling, Integer> blocked = new TreeMap<>();
        private final List<String> escaped = new ArrayList<>();
        private int honest;
        private int asked;
        private int changes;
        private int questions;
        private int needless;

        private Figures(String name) {
            this.name = name;
        }

        private static Figures total(List<Figures> all) {
            Figures total = new Figures("all");
            for (Figures one : all) {
                one.pairs.forEach((spelling, count) -> total.pairs.merge(spelling, count, Integer::sum));
                one.blocked.forEach((spelling, count) -> total.blocked.merge(spelling, count, Integer::sum));
                total.honest += one.honest;
                total.asked += one.asked;
                total.changes += one.changes;
                total.questions += one.questions;
                total.needless += one.needless;
            }
            return total;
        }

        private String line() {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10s", name));
            pairs.forEach((spelling, count) -> line.append(
                    String.format(Locale.ROOT, " %s %d of %d;", spelling.words, blocked.get(spelling), count)));
            return line.append(String.format(
                            Locale.ROOT,
                            " honest tasks with a question %d of %d; %d questions at %d changes, %d needless",
                            asked,
                            honest,
                            questions,
                            changes,
                            needless))
                    .toString();
        }
    }
}
