package dev.plumbline.proof.contest;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * What a scenario cost its process.
 *
 * @param cpuNanos time on the processor for each operation, of all threads, the compiler's and the collector's included
 * @param wallNanos time that went by for each operation
 * @param bytes what threads that still live have allocated for each operation
 * @param peakKib the most memory the process ever held, as the kernel counts it
 * @param classes classes loaded so far
 */
public record Cost(long cpuNanos, long wallNanos, long bytes, long peakKib, long classes) {

    /** Where the counters of this process stand. */
    static Cost now() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Cost(
                system.getProcessCpuTime(),
                System.nanoTime(),
                allocated,
                peak(),
                ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    /** What this process has cost since it was started. */
    static Cost sinceStart() {
        long uptime = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        Cost now = now();
        return new Cost(now.cpuNanos, uptime * 1_000_000, now.bytes, now.peakKib, now.classes);
    }

    /** What each of so many operations has cost since then. */
    Cost since(Cost before, int operations) {
        return new Cost(
                (cpuNanos - before.cpuNanos) / operations,
                (wallNanos - before.wallNanos) / operations,
                (bytes - before.bytes) / operations,
                peakKib,
                classes);
    }

    private static long peak() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException notLinux) {
            return 0;
        }
    }

    /** One line of numbers. */
    public String line() {
        return cpuNanos + " " + wallNanos + " " + bytes + " " + peakKib + " " + classes;
    }

    /** The cost of a {@link #line}. */
    public static Cost parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        return new Cost(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]));
    }
}
