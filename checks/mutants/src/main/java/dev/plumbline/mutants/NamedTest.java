package dev.plumbline.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A test method, and how to run it.
 *
 * @param name its name in the row
 * @param methods the methods of that name, with their class
 */
record NamedTest(String name, List<MethodSelector> methods) {
    private static final Launcher LAUNCHER = LauncherFactory.create(LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .build());

    private static final long INTERRUPT_MILLIS = 3_000;

    /** The end of a run. */
    enum Outcome {
        PASSED,
        FAILED,
        /** Nothing ran: the test is skipped, or not found. */
        NOTHING,
        /** It did not end in time, but when it was interrupted. */
        LATE,
        /** It still runs. */
        ENDLESS
    }

    /** Returns the methods of that name in a class and its interfaces. */
    static NamedTest of(String name, Class<?> type) {
        String method = name.substring(name.indexOf('.') + 1);
        return new NamedTest(
                name,
                Stream.concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getMethods()))
                        .filter(found -> found.getName().equals(method) && !found.isBridge() && !found.isSynthetic())
                        .distinct()
                        .map((Method found) -> selectMethod(type, found))
                        .toList());
    }

    /** Runs the test in a thread of its own and waits for that long. */
    Outcome run(long millis) {
        AtomicInteger passed = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                LAUNCHER.execute(request(), counting(passed, failed));
            } catch (RuntimeException | Error broken) {
                failed.incrementAndGet();
            } finally {
                done.countDown();
            }
        });
        thread.setDaemon(true);
        thread.start();
        if (!ended(done, millis)) {
            thread.interrupt();
            return ended(done, INTERRUPT_MILLIS) ? Outcome.LATE : Outcome.ENDLESS;
        }
        return failed.get() > 0 ? Outcome.FAILED : passed.get() > 0 ? Outcome.PASSED : Outcome.NOTHING;
    }

    private static boolean ended(CountDownLatch done, long millis) {
        try {
            return done.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private LauncherDiscoveryRequest request() {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(methods)
                .configurationParameter("jqwik.database", "target/jqwik-mutants")
                .configurationParameter("jqwik.reporting.onlyfailures", "true")
                .configurationParameter("jqwik.shrinking.default", "OFF")
                .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                .build();
    }

    private static TestExecutionListener counting(AtomicInteger passed, AtomicInteger failed) {
        return new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    failed.incrementAndGet();
                    result.getThrowable()
                            .ifPresent(thrown -> System.out.println(test.getDisplayName() + ": " + thrown));
                } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                    passed.incrementAndGet();
                }
            }
        };
    }
}
