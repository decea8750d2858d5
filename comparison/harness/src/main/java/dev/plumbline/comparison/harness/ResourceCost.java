package dev.plumbline.comparison.harness;

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
public record ResourceCost(long cpuNanos, long wallNanos, long bytes, long peakKib, long classes, double drift) {

    /** Where the counters of this process stand. */
    static ResourceCost now(AllocationCounter allocations) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new ResourceCost(
                system.getProcessCpuTime(),
                System.nanoTime(),
                allocations.bytes(),
                peak(),
                ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount(),
                1);
    }

    /** What this process has cost since it was started. */
    static ResourceCost sinceStart(AllocationCounter allocations) {
        long uptime = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        ResourceCost now = now(allocations);
        return new ResourceCost(now.cpuNanos, uptime * 1_000_000, now.bytes, now.peakKib, now.classes, 1);
    }

    /** What each of so many operations has cost since that start, half of them done in the middle. */
    ResourceCost since(ResourceCost start, ResourceCost middle, int operations) {
        return since(start, operations)
                .drifted((double) (cpuNanos - middle.cpuNanos) / Math.max(1, middle.cpuNanos - start.cpuNanos));
    }

    /** What each of so many operations has cost since that start; how warm the process was is not known. */
    ResourceCost since(ResourceCost start, int operations) {
        return new ResourceCost(
                (cpuNanos - start.cpuNanos) / operations,
                (wallNanos - start.wallNanos) / operations,
                (bytes - start.bytes) / operations,
                peakKib,
                classes,
                1);
    }

    private ResourceCost drifted(double by) {
        return new ResourceCost(cpuNanos, wallNanos, bytes, peakKib, classes, by);
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
    public static ResourceCost parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        return new ResourceCost(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Double.parseDouble(parts[5]));
    }
}
