package dev.plumbline.mutants;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.pitest.mutationtest.engine.MutationDetails;

/** One row: its tests run as they are, and then with mutants of each class that the row names. */
final class RowRun {
    private static final long SLOW_MILLIS = 60_000;
    private static final int MUTANTS = 12;

    private final TraceRow row;
    private final ModuleClasses classes;
    private final Instrumentation instrumentation;
    private final LineProbes probes;
    private final RunLog log;
    private final List<Passed> passed = new ArrayList<>();

    /** A test that passed without a mutant. */
    private record Passed(NamedTest test, long millis, Set<String> lines) {}

    RowRun(TraceRow row, ModuleRun run) {
        this.row = row;
        this.classes = run.classes();
        this.instrumentation = run.instrumentation();
        this.probes = run.probes();
        this.log = run.log();
    }

    /** Runs the row; false if this process can run nothing more. */
    boolean run(long seed) {
        for (NamedTest test : classes.tests(row)) {
            if (!log.has("SLOW", row.id(), test.name()) && !baseline(test)) {
                return false;
            }
        }
        for (String place : row.places()) {
            if (!log.has("PLACE", row.id(), place) && !place(place, seed)) {
                return false;
            }
        }
        log.add("ROW", row.id());
        return true;
    }

    private boolean baseline(NamedTest test) {
        LineHits.reset();
        long start = System.nanoTime();
        NamedTest.Outcome outcome = test.run(SLOW_MILLIS);
        long took = (System.nanoTime() - start) / 1_000_000;
        if (outcome == NamedTest.Outcome.ENDLESS) {
            log.add("SLOW", row.id(), test.name());
            return false;
        }
        log.add("TEST", row.id(), test.name(), outcome, took);
        if (outcome == NamedTest.Outcome.PASSED) {
            passed.add(new Passed(test, took, LineHits.names()));
        }
        return true;
    }

    private boolean place(String place, long seed) {
        Optional<Path> file = classes.classFile(place);
        List<MutationDetails> all = file.map(this::mutants).orElse(List.of());
        List<MutationDetails> reached = new ArrayList<>(
                all.stream().filter(mutant -> !testsOf(mutant).isEmpty()).toList());
        Collections.shuffle(reached, new Random(seed + (row.id() + place).hashCode()));
        int tried = 0;
        for (MutationDetails mutant : reached.subList(0, Math.min(MUTANTS, reached.size()))) {
            tried++;
            NamedTest.Outcome outcome = outcome(mutant);
            if (outcome != NamedTest.Outcome.PASSED) {
                log.add("PLACE", row.id(), place, "RED", tried, all.size(), reached.size(), words(mutant));
                return outcome != NamedTest.Outcome.ENDLESS;
            }
        }
        String why = file.isEmpty() ? "ABSENT" : all.isEmpty() ? "NO_CODE" : tried == 0 ? "NOT_REACHED" : "GREEN";
        String example = tried == 0 ? "" : words(reached.get(0));
        log.add("PLACE", row.id(), place, why, tried, all.size(), reached.size(), example);
        return true;
    }

    private List<MutationDetails> mutants(Path classFile) {
        return classes.mutants().of(classFile);
    }

    private static String words(MutationDetails mutant) {
        return mutant.getClassName().asJavaName() + ":" + mutant.getLineNumber() + " " + mutant.getDescription();
    }

    private List<Passed> testsOf(MutationDetails mutant) {
        String line = LineHits.name(mutant.getClassName().asJavaName(), mutant.getLineNumber());
        return passed.stream()
                .filter(test -> test.lines().contains(line))
                .sorted(Comparator.comparingLong(Passed::millis))
                .toList();
    }

    private NamedTest.Outcome outcome(MutationDetails mutant) {
        redefine(mutant, classes.mutants().mutated(mutant));
        try {
            for (Passed test : testsOf(mutant)) {
                NamedTest.Outcome outcome = test.test().run(15_000 + 5 * test.millis());
                if (outcome != NamedTest.Outcome.PASSED) {
                    return outcome;
                }
            }
            return NamedTest.Outcome.PASSED;
        } finally {
            redefine(
                    mutant,
                    probes.loaded(
                            mutant.getClassName().asJavaName(),
                            classes.mutants().original(mutant)));
        }
    }

    private void redefine(MutationDetails mutant, byte[] bytes) {
        try {
            Class<?> type = Class.forName(
                    mutant.getClassName().asJavaName(), false, getClass().getClassLoader());
            instrumentation.redefineClasses(new ClassDefinition(type, bytes));
        } catch (ReflectiveOperationException | java.lang.instrument.UnmodifiableClassException e) {
            throw new IllegalStateException("the class of " + words(mutant) + " cannot be changed", e);
        }
    }
}
