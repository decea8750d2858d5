package dev.plumbline.comparison.harness;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Counts the bytes that a process has allocated on its heap: the sum of the allocations between collections. Unlike
 * counters of threads, it includes threads that have ended. Thread-safe.
 */
final class AllocationCounter {
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    private final Set<String> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private long sum;
    private long leftBehind;
    private long seen;

    private AllocationCounter() {}

    /** Returns a counter that counts from the start of the process, if there was no earlier collection. */
    static AllocationCounter watched() {
        AllocationCounter watched = new AllocationCounter();
        for (GarbageCollectorMXBean collector : watched.collectors) {
            ((NotificationEmitter) collector)
                    .addNotificationListener((news, nothing) -> watched.collected(news), null, null);
            watched.seen += collector.getCollectionCount();
        }
        return watched;
    }

    private synchronized void collected(Notification news) {
        var info = GarbageCollectionNotificationInfo.from((CompositeData) news.getUserData())
                .getGcInfo();
        sum += used(info.getMemoryUsageBeforeGc()) - leftBehind;
        leftBehind = used(info.getMemoryUsageAfterGc());
        seen++;
        notifyAll();
    }

    private long used(Map<String, MemoryUsage> pools) {
        return pools.entrySet().stream()
                .filter(pool -> heap.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    /** Returns the bytes so far; waits for the notification of the latest collection. */
    synchronized long bytes() {
        try {
            for (int i = 0; i < 100 && seen < collections(); i++) {
                TimeUnit.MILLISECONDS.timedWait(this, 10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return sum
                - leftBehind
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
