package dev.plumbline.comparison.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sets the processors that a process may use, if the system supports it. */
public final class CpuAffinity {
    /** The first two processors, which a measurement uses. */
    static final String ALL = "0,1";

    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private CpuAffinity() {}

    /** Returns whether processors can be set. */
    public static boolean isChosen() {
        return Files.exists(TASKSET);
    }

    /** Restricts all threads of this process to those processors from now on. */
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
