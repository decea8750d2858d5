package dev.plumbline.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Tries to run under a folder's lock once for each line of its input, and says whether it did. */
public final class LockProgram {

    private LockProgram() {}

    /** Argument: the file. */
    public static void main(String[] arguments) throws IOException {
        FolderLock lock = new FolderLock(Path.of(arguments[0]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (input.readLine() != null) {
            System.out.println(lock.tryRun(() -> {}) ? "ran" : "refused");
        }
    }
}
