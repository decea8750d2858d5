package dev.plumbline.comparison.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The cost of a scenario for its process.
 *
 * @param cpuNanos the processor time per operation of all threads, including compiler and garbage collector
 * @param wallNanos the elapsed time per operation
 * @param bytes the bytes allocated on the heap per operation
 * @param peakKib the peak memory of the process, as the kernel counts it
 * @param classes the number of loaded classes
 * @param drift the ratio of the processor times of the second and first half; 1 if the process was warm
 */
public record ResourceCost(long cpuNanos, long wallNanos, long bytes, long peakKib, long classes, double drift) {

    /** Returns the current counters of this process. */
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

    /** Returns the cost of this process since its start. */
    static ResourceCost sinceStart(AllocationCounter allocations) {
        long uptime = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        ResourceCost now = now(allocations);
        return new ResourceCost(now.cpuNanos, uptime * 1_000_000, now.bytes, now.peakKib, now.classes, 1);
    }

    /** Returns the cost per operation since that start; {@code middle} was taken after half of them. */
    ResourceCost since(ResourceCost start, ResourceCost middle, int operations) {
        return since(start, operations)
                .drifted((double) (cpuNanos - middle.cpuNanos) / Math.max(1, middle.cpuNanos - start.cpuNanos));
    }

    /** Returns the cost per operation since that start, without drift. */
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

    /** Returns one line of numbers. */
    public String line() {
        return cpuNanos + " " + wallNanos + " " + bytes + " " + peakKib + " " + classes + " " + drift;
    }

    /** Parses a {@link #line}. */
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
