package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.ResponseStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A law that a test class overrides without {@code @Property} is not run, and all others are. */
class OverriddenLawTest {

    @TempDir
    private Path folder;

    /** The laws of a store that never counts what it removes; run by the test alone. */
    static class Uncounted implements ResponseStoreLaws {
        @Override
        public ResponseStore store() {
            return new MapResponseStore(key -> key) {
                @Override
                public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                    super.remove(key, limit, cancellation);
                    return false;
                }
            };
        }

        @Override
        public void removed_is_gone(ResponseStore.Key one, ResponseStore.Key other, ResponseStore.Entry entry) {
            // to be mended
        }

        @Override
        public void histories_are_those_of_a_map(List<Integer> steps) {
            // to be mended, too
        }
    }

    @Test
    void overriddenLaw_isNotRun() {
        Set<String> run = new ConcurrentSkipListSet<>();
        Set<String> failed = new ConcurrentSkipListSet<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Uncounted.class))
                .filters(EngineFilter.includeEngines("jqwik"))
                .configurationParameter(
                        "jqwik.database", folder.resolve("database").toString())
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    run.add(test.getDisplayName());
                    Optional<Throwable> thrown = result.getThrowable();
                    thrown.ifPresent(e -> failed.add(test.getDisplayName()));
                }
            }
        });

        assertThat(run)
                .contains("selected is gone", "damaged is said")
                .doesNotContain("removed is gone", "histories are those of a map");
        assertThat(failed).isEmpty();
    }
}
