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

/** Processes without the agent, for what the agent would change: the classes that are loaded, and the bytes that are allocated. */
public final class FreshProcess {
    private FreshProcess() {}

    /** What one of them measures. */
    enum Measure {
        /** Classes loaded when the first call has been answered, with those of the JDK and of what reads the number. */
        CLASSES {
            @Override
            long of(Runnable call) {
                call.run();
                return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
            }
        },
        /** Bytes allocated by all threads for a call of a process that is warm. */
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

    /** A young generation that holds what is counted, and buffers of threads so small that what is left in them does not count. */
    private static final List<String> HEAP =
            List.of("-XX:+UseSerialGC", "-Xmn400m", "-Xmx600m", "-XX:TLABSize=32k", "-XX:-ResizeTLAB");

    /** What a process of its own measures, which has the runtime that docs/comparison measures. */
    static long measured(Measure measure, CallScenario scenario, LocalModelServer model)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(HEAP);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FreshProcess.class.getName()));
        command.addAll(List.of(measure.name(), scenario.name()));
        command.add(model.address(scenario.toolCalls()).toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the process that measures " + measure + " of " + scenario + " failed");
        }
        return Long.parseLong(said.strip());
    }

    /** Runs one of them: the measure, the scenario, the base URL of the model. */
    public static void main(String[] args) {
        CallScenario scenario = CallScenario.valueOf(args[1]);
        try (AiRuntime ai = scenario.complete(URI.create(args[2]))) {
            System.out.println(Measure.valueOf(args[0]).of(scenario.varied(ai)));
        }
    }
}
