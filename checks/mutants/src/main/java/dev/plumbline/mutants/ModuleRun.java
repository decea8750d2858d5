package dev.plumbline.mutants;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.agent.ByteBuddyAgent;

/**
 * The rows of one module in a process of its own, whose class path is that of the module's tests and whose folder is
 * the module's. It ends with 75 if a test did not end, and is to be started again; it then goes on with the next row.
 *
 * @param classes the classes of the module
 * @param instrumentation what changes classes
 * @param probes what counts the lines that run
 * @param log the results
 * @param baselines the runs of tests without a mutant
 * @param files where programs that tests start find the changed class
 */
record ModuleRun(
        ModuleClasses classes,
        Instrumentation instrumentation,
        LineProbes probes,
        RunLog log,
        Baselines baselines,
        MutatedFiles files) {

    /** Runs the rows: project folder, module, file for the results, seed, rows as {@link ChosenRows} reads them, folder of the changed class. */
    public static void main(String[] args) throws IOException {
        Path project = Path.of(args[0]);
        long seed = Long.parseLong(args[3]);
        List<TraceRow> chosen = ChosenRows.of(TraceRow.read(project), seed, args[4]);
        Instrumentation instrumentation = ByteBuddyAgent.install();
        LineProbes probes = new LineProbes(ModuleRun.class.getClassLoader(), simpleNames(chosen));
        instrumentation.addTransformer(probes.transformer());
        RunLog log = new RunLog(Path.of(args[2]));
        ModuleRun run = new ModuleRun(
                new ModuleClasses(project, args[1]),
                instrumentation,
                probes,
                log,
                new Baselines(),
                new MutatedFiles(Path.of(args[5])));
        for (TraceRow row : chosen) {
            boolean open = !row.testsOf(args[1]).isEmpty() && !log.has("ROW", row.id());
            if (open && !new RowRun(row, run).run(seed)) {
                Runtime.getRuntime().halt(TraceabilityMutation.AGAIN);
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static Set<String> simpleNames(List<TraceRow> rows) {
        Set<String> names = new HashSet<>();
        rows.forEach(row -> row.places().forEach(place -> names.add(place.substring(place.indexOf(':') + 1))));
        return names;
    }
}
