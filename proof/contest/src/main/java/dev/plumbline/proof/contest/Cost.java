package dev.plumbline.proof.contest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a scenario cost its process.
 *
 * @param cpuNanos time on the processor for each operation, of all threads, the compiler's and the collector's included
 * @param wallNanos time that went by for each operation
 * @param bytes what was allocated on the heap for each operation
 * @param peakKib the most memory the process ever held, as the kernel counts it
 * @param classes classes loaded so far
 * @param drift the second half's time on the processor beside the first half's: 1 when the process was warm before it counted
 */
public record Cost(long cpuNanos, long wallNanos, long bytes, long peakKib, long classes, double drift) {

    /** Where the counters of this process stand. */
    static Cost now(Allocations allocations) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Cost(
                system.getProcessCpuTime(),
                System.nanoTime(),
                allocations.bytes(),
                peak(),
                ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount(),
                1);
    }

    /** What this process has cost since it was started. */
    static Cost sinceStart(Allocations allocations) {
        long uptime = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        Cost now = now(allocations);
        return new Cost(now.cpuNanos, uptime * 1_000_000, now.bytes, now.peakKib, now.classes, 1);
    }

    /** What each of so many operations has cost since that start, half of them done in the middle. */
    Cost since(Cost start, Cost middle, int operations) {
        return since(start, operations)
                .drifted((double) (cpuNanos - middle.cpuNanos) / Math.max(1, middle.cpuNanos - start.cpuNanos));
    }

    /** What each of so many operations has cost since that start; how warm the process was is not known. */
    Cost since(Cost start, int operations) {
        return new Cost(
                (cpuNanos - start.cpuNanos) / operations,
                (wallNanos - start.wallNanos) / operations,
                (bytes - start.bytes) / operations,
                peakKib,
                classes,
                1);
    }

    private Cost drifted(double by) {
        return new Cost(cpuNanos, wallNanos, bytes, peakKib, classes, by);
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
        return cpuNanos + " " + wallNanos + " " + bytes + " " + peakKib + " " + classes + " " + drift;
    }

    /** The cost of a {@link #line}. */
    public static Cost parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        return new Cost(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Double.parseDouble(parts[5]));
    }
}
