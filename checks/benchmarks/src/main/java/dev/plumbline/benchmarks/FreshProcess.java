package dev.plumbline.benchmarks;

import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Measures loaded classes and allocated bytes in processes without the agent, which would change them. */
public final class FreshProcess {
    private FreshProcess() {}

    /** The measured value. */
    enum Measure {
        /** The classes loaded when the first call was answered, including those of the JDK and of the measurement. */
        CLASSES {
            @Override
            long of(Runnable call) {
                call.run();
                return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
            }
        },
        /** The bytes allocated by all threads for a call of a warm process. */
        ALLOCATION {
            @Override
            long of(Runnable call) {
                run(call, WARM);
                for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                    long collections = collections();
                    long before = used();
                    run(call, COUNTED);
                    long bytes = used() - before;
                    if (collections == collections()) {
                        return bytes / COUNTED;
                    }
                }
                throw new IllegalStateException(COUNTED + " calls allocate more than fits between two collections");
            }
        };

        private static final int WARM = 3_000;
        private static final int COUNTED = 500;
        private static final int ATTEMPTS = 5;

        abstract long of(Runnable call);

        private static void run(Runnable call, int times) {
            for (int i = 0; i < times; i++) {
                call.run();
            }
        }

        private static long used() {
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        }

        private static long collections() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                    .sum();
        }
    }

    /**
     * The heap options: a young generation that holds all counted objects, and thread buffers so small that unused
     * space in them does not matter.
     */
    private static final List<String> HEAP =
            List.of("-XX:+UseSerialGC", "-Xmn400m", "-Xmx600m", "-XX:TLABSize=32k", "-XX:-ResizeTLAB");

    /** Returns the result of a separate process with the runtime of docs/comparison. */
    static long measured(Measure measure, CallScenario scenario, LocalModelServer model)
            throws IOException, InterruptedException {
        return Long.parseLong(output(measure, scenario, model, HEAP).strip());
    }

    /** Returns the source files of packages of which the first call of a process loads a class. */
    static Set<String> files(CallScenario scenario, LocalModelServer model, String... packages)
            throws IOException, InterruptedException {
        Pattern line = Pattern.compile("] ((?:" + String.join("|", packages) + ")\\.[\\w.]+)[^ ]* source: ");
        return line.matcher(output(Measure.CLASSES, scenario, model, List.of("-Xlog:class+load")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String output(Measure measure, CallScenario scenario, LocalModelServer model, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FreshProcess.class.getName()));
        command.addAll(List.of(measure.name(), scenario.name()));
        command.add(model.address(scenario.toolCalls()).toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the process that measures " + measure + " of " + scenario + " failed");
        }
        return output;
    }

    /** Runs a measurement; the arguments are the measure, the scenario and the base URL of the model. */
    public static void main(String[] args) {
        CallScenario scenario = CallScenario.valueOf(args[1]);
        try (AiRuntime ai = scenario.complete(URI.create(args[2]))) {
            System.out.println(Measure.valueOf(args[0]).of(scenario.varied(ai)));
        }
    }
}
