package dev.plumbline.benchmarks;

import dev.plumbline.benchmarks.agent.CallCounter;
import dev.plumbline.benchmarks.agent.CallCounts;
import dev.plumbline.benchmarks.agent.CallPath;
import dev.plumbline.benchmarks.agent.CallPathTrace;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the cost of one call: methods of the SDK, lambdas, monitors, objects, events, threads, frames, bytes and
 * classes. Warm, over HTTP on loopback, with a default runtime, and one tool where it is called; bytes and classes with all recommended
 * policies, in separate processes. Prints a table, and writes it with details into {@code target/call-costs.txt}:
 *
 * <pre>java -javaagent:benchmarks/target/benchmarks.jar -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.CallCosts [file]</pre>
 *
 * <p>The class path may begin with the single jar or the modules of another build, which are then counted.
 */
public final class CallCosts {
    private static final int WARM = 200;
    private static final int COUNTED = 100;
    private static final int FOLLOWED = 30;

    private final Map<CallScenario, CallCounts> counts = new EnumMap<>(CallScenario.class);
    private final Map<CallScenario, List<CallPathTrace>> courses = new EnumMap<>(CallScenario.class);
    private final Map<CallScenario, Long> bytes = new EnumMap<>(CallScenario.class);
    private final Map<CallScenario, Long> classes = new EnumMap<>(CallScenario.class);

    private CallCosts() {}

    /** Runs the count. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CallCosts costs = new CallCosts();
        Set<String> files;
        try (LocalModelServer model = LocalModelServer.open()) {
            for (CallScenario scenario : CallScenario.ALL) {
                costs.count(scenario, model);
                costs.measure(scenario, model);
            }
            files = FreshProcess.files(
                    CallScenario.ALL.get(0), model, "dev.plumbline.session", "dev.plumbline.conversation");
        }
        CallCostTable table = new CallCostTable(costs.columns());
        System.out.println(table.table());
        String loaded = "files of sessions and conversations that the first loads: " + files.size() + "\n";
        System.out.println(loaded);
        Path file = Path.of(args.length > 0 ? args[0] : "target/call-costs.txt").toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.writeString(file, table.table() + "\n" + loaded + String.join("\n", files) + "\n\n" + table.details());
        System.out.println("details: " + file);
    }

    private void count(CallScenario scenario, LocalModelServer model) {
        try (AiRuntime ai = scenario.standard(model.address(scenario.toolCalls()))) {
            Runnable call = scenario.call(ai);
            for (int i = 0; i < WARM; i++) {
                call.run();
            }
            counts.put(scenario, CallCounter.count(COUNTED, call));
            courses.put(scenario, CallPath.follow(FOLLOWED, call));
        }
    }

    private void measure(CallScenario scenario, LocalModelServer model) throws IOException, InterruptedException {
        bytes.put(scenario, FreshProcess.measured(FreshProcess.Measure.ALLOCATION, scenario, model));
        classes.put(scenario, FreshProcess.measured(FreshProcess.Measure.CLASSES, scenario, model));
    }

    private List<CallCostTable.Column> columns() {
        List<CallCostTable.Column> columns = new ArrayList<>();
        counts.forEach((scenario, counted) -> columns.add(new CallCostTable.Column(
                scenario.title(),
                counted,
                courses.getOrDefault(scenario, List.of()),
                bytes.getOrDefault(scenario, 0L),
                classes.getOrDefault(scenario, 0L))));
        return columns;
    }
}
