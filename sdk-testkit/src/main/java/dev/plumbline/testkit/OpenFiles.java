package dev.plumbline.testkit;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files this process has open. Those from which classes come are left out: class loaders open them as they please,
 * and the JVM those of the system that say how much memory and how many processors there are.
 */
final class OpenFiles {
    private static final Pattern OF_THE_JDK =
            Pattern.compile(".*\\.(jar|jmod|jsa|class)|/dev/.*|/proc/.*|/sys/.*|.*/modules");

    private OpenFiles() {}

    static Set<String> paths() {
        return FileDescriptors.targets()
                .filter(target ->
                        target.startsWith("/") && !OF_THE_JDK.matcher(target).matches())
                .collect(Collectors.toUnmodifiableSet());
    }
}
