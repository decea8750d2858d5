package dev.plumbline.cli;

import dev.plumbline.runtime.internal.BatchResultFile;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the results of a batch in a process of its own and says whether it could. */
final class BatchProgram {

    private BatchProgram() {}

    /** Argument: the file. */
    public static void main(String[] arguments) throws IOException {
        try (BatchResultFile results = BatchResultFile.in(Path.of(arguments[0]))) {
            System.out.print("open with " + results.count());
        } catch (IllegalStateException refused) {
            System.out.print("refused");
        }
        System.out.flush();
    }
}
