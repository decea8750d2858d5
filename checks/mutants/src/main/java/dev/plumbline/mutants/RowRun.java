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
import org.pitest.mutationtest.engine.MutationDetails;

/** One row: its tests run as they are, and then with mutants of each class that the row names. */
final class RowRun {
    private static final long SLOW_MILLIS = 120_000;
    private static final long LEAST_MILLIS = 3_000;
    private static final int MUTANTS = 12;
    /** How many mutants are tried in new processes, of a class of which none was seen in this one. */
    private static final int UNSEEN = 3;

    private static final long UNSEEN_MILLIS = 60_000;

    private final TraceRow row;
    private final ModuleClasses classes;
    private final Instrumentation instrumentation;
    private final LineProbes probes;
    private final RunLog log;
    private final Baselines baselines;
    private final MutatedFiles files;
    private final List<Baselines.Run> passed = new ArrayList<>();

    RowRun(TraceRow row, ModuleRun run) {
        this.row = row;
        this.classes = run.classes();
        this.instrumentation = run.instrumentation();
        this.probes = run.probes();
        this.log = run.log();
        this.baselines = run.baselines();
        this.files = run.files();
    }

    /** Runs the row; false if this process can run nothing more. */
    boolean run(long seed) {
        List<String> open = row.places().stream().filter(this::isOpen).toList();
        for (NamedTest test : open.isEmpty() ? List.<NamedTest>of() : classes.tests(row)) {
            if (!log.has("SLOW", test.name()) && !baseline(test)) {
                return false;
            }
        }
        for (String place : open) {
            if (!place(place, seed)) {
                return false;
            }
        }
        log.add("ROW", row.id());
        return true;
    }

    private boolean isOpen(String place) {
        return !log.isRed(row.id(), place) && !log.has("PLACE", row.id(), place);
    }

    private boolean baseline(NamedTest test) {
        Baselines.Run run = baselines.of(test, SLOW_MILLIS);
        if (run.outcome() == NamedTest.Outcome.ENDLESS || run.outcome() == NamedTest.Outcome.LATE) {
            log.add("SLOW", test.name(), row.id());
            return run.outcome() == NamedTest.Outcome.LATE;
        }
        log.add("TEST", row.id(), test.name(), run.outcome(), run.millis());
        if (run.outcome() == NamedTest.Outcome.PASSED) {
            passed.add(run);
        }
        return true;
    }

    private boolean place(String place, long seed) {
        Optional<Path> file = classes.classFile(place);
        List<MutationDetails> all = file.map(this::mutants).orElse(List.of());
        List<MutationDetails> reached =
                all.stream().filter(mutant -> !testsOf(mutant).isEmpty()).toList();
        Random chance = new Random(seed + (row.id() + place).hashCode());
        int tried = 0;
        for (MutationDetails mutant : drawn(reached, MUTANTS, chance)) {
            tried++;
            NamedTest.Outcome outcome = outcome(mutant);
            if (outcome != NamedTest.Outcome.PASSED) {
                log.add("PLACE", row.id(), place, "RED", tried, all.size(), reached.size(), words(mutant));
                return outcome != NamedTest.Outcome.ENDLESS;
            }
        }
        for (MutationDetails mutant : drawn(unseen(all), UNSEEN, chance)) {
            tried++;
            if (fresh(mutant) != NamedTest.Outcome.PASSED) {
                log.add("PLACE", row.id(), place, "RED", tried, all.size(), reached.size(), words(mutant));
                return true;
            }
        }
        String why =
                file.isEmpty() ? "ABSENT" : all.isEmpty() ? "NO_CODE" : reached.isEmpty() ? "NOT_REACHED" : "GREEN";
        String example = all.isEmpty() ? "" : words(reached.isEmpty() ? all.get(0) : reached.get(0));
        log.add("PLACE", row.id(), place, why, tried, all.size(), reached.size(), example);
        return true;
    }

    private static List<MutationDetails> drawn(List<MutationDetails> from, int most, Random chance) {
        List<MutationDetails> mixed = new ArrayList<>(from);
        Collections.shuffle(mixed, chance);
        return mixed.subList(0, Math.min(most, mixed.size()));
    }

    private List<MutationDetails> unseen(List<MutationDetails> all) {
        long millis = passed.stream().mapToLong(Baselines.Run::millis).sum();
        boolean possible = !all.isEmpty()
                && !passed.isEmpty()
                && millis < UNSEEN_MILLIS
                && classes.fresh(passed) == NamedTest.Outcome.PASSED;
        return possible ? all : List.of();
    }

    private NamedTest.Outcome fresh(MutationDetails mutant) {
        files.put(mutant.getClassName().asJavaName(), classes.mutants().mutated(mutant));
        try {
            return classes.fresh(passed);
        } finally {
            files.clear();
        }
    }

    private List<MutationDetails> mutants(Path classFile) {
        return classes.mutants().of(classFile);
    }

    private static String words(MutationDetails mutant) {
        return mutant.getClassName().asJavaName() + ":" + mutant.getLineNumber() + " " + mutant.getDescription();
    }

    private List<Baselines.Run> testsOf(MutationDetails mutant) {
        String method = LineHits.method(
                mutant.getClassName().asJavaName(),
                mutant.getId().getLocation().getMethodName(),
                mutant.getId().getLocation().getMethodDesc());
        String line = LineHits.name(method, mutant.getLineNumber());
        return passed.stream()
                .filter(test -> test.lines().contains(line))
                .sorted(Comparator.comparingLong(Baselines.Run::millis))
                .toList();
    }

    private NamedTest.Outcome outcome(MutationDetails mutant) {
        for (Baselines.Run test : testsOf(mutant)) {
            NamedTest.Outcome outcome = outcome(mutant, test);
            boolean isSeen = outcome != NamedTest.Outcome.PASSED
                    && (outcome != NamedTest.Outcome.LATE || test.test().run(limit(test)) == NamedTest.Outcome.PASSED);
            if (isSeen) {
                return outcome;
            }
        }
        return NamedTest.Outcome.PASSED;
    }

    /** Returns how a test ends with a mutant. One that is late must be in time without it, or the machine was busy. */
    private NamedTest.Outcome outcome(MutationDetails mutant, Baselines.Run test) {
        byte[] mutated = classes.mutants().mutated(mutant);
        redefine(mutant, mutated);
        files.put(mutant.getClassName().asJavaName(), mutated);
        try {
            return test.test().run(limit(test));
        } finally {
            files.clear();
            redefine(
                    mutant,
                    probes.loaded(
                            mutant.getClassName().asJavaName(),
                            classes.mutants().original(mutant)));
        }
    }

    private static long limit(Baselines.Run test) {
        return LEAST_MILLIS + 5 * test.millis();
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
