package dev.plumbline.store;

import java.nio.file.Path;

/** The child of {@link KilledWriterTest}: stores entry after entry and says so, until somebody kills it or
 * nobody listens. */
final class EndlessWriterProgram {

    private EndlessWriterProgram() {}

    /** Arguments: the folder, the namespace. */
    public static void main(String[] arguments) {
        DiskResponseStore store = DiskResponseStore.of(Path.of(arguments[0]));
        for (int i = 0; !System.out.checkError(); i++) {
            store.put(CacheEntries.key(arguments[1], i), CacheEntries.entry(i));
            System.out.println(i);
        }
    }
}
