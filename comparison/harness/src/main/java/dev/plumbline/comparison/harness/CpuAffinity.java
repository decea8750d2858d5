package dev.plumbline.comparison.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processors a process may use, where the system lets one choose. */
public final class CpuAffinity {
    /** The first two, which is all that a measurement uses. */
    static final String ALL = "0,1";

    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private CpuAffinity() {}

    /** Whether one can choose. */
    public static boolean isChosen() {
        return Files.exists(TASKSET);
    }

    /** Keeps every thread of this process on that processor, or on one of that list of processors, from now on. */
    public static void use(String processors) throws IOException, InterruptedException {
        if (isChosen()) {
            String me = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder(TASKSET.toString(), "-a", "-c", "-p", processors, me)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }
}
