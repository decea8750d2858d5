package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.LawAssertion;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What a reader sees of a property that fails. */
class ReportedSampleTest {

    @TempDir
    private Path folder;

    /** A property of a user that fails; run by the test alone. */
    static class PartNames {
        @Property(tries = 50)
        boolean no_part_number_is_ever_shown(@ForAll("streams") List<AiDelta> stream) {
            return stream.stream().noneMatch(new AiDelta.Text("PN-4711")::equals);
        }

        @Property(tries = 1)
        boolean no_character_is_missing_in_xml(@ForAll("characters") List<Object> values) {
            throw new LawAssertion("a law", "[\u0001\uffff]").violation("\ufffe", "none");
        }

        @Provide
        Arbitrary<List<Object>> characters() {
            return Arbitraries.just(
                    List.of("\u0000 in a text", new AiDelta.Text("\uffff in a delta"), Json.of("\ufffe in JSON")));
        }

        @Property(tries = 1)
        boolean no_value_is_ever_shown(@ForAll("values") List<Object> values) {
            return values.isEmpty();
        }

        @Provide
        Arbitrary<List<AiDelta>> streams() {
            return AiArbitraries.streams(Arbitraries.of("PN-4711"));
        }

        @Provide
        Arbitrary<List<Object>> values() {
            return Arbitraries.just(List.of(
                    new AiDelta.Reasoning("why"),
                    new AiDelta.Refusal("no"),
                    AiReturn.ofText("an oak"),
                    AiBody.of("a question"),
                    AiBody.of("a message").interactions().get(0),
                    ToolEnvelope.ok("done"),
                    Json.object().with("length", 5)));
        }
    }

    @Test
    @DisplayName("C7 a report has no character that XML does not have")
    void c7_failedSample_isWellFormedXml() {
        String reported = reported() + String.join("\n", failures);

        assertThat(reported)
                .contains("\\u0000 in a text", "\\uffff in a delta", "law broken: a law", "\\u0001\\uffff", "\\ufffe");
        assertThat(reported.codePoints()
                        .filter(each -> (each < ' ' && "\n\r\t".indexOf(each) < 0)
                                || (each >= 0xd800 && each <= 0xdfff)
                                || each == 0xfffe
                                || each == 0xffff)
                        .mapToObj(Integer::toHexString))
                .isEmpty();
    }

    private final List<String> failures = new CopyOnWriteArrayList<>();

    private String reported() {
        List<String> entries = new CopyOnWriteArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(PartNames.class))
                .filters(EngineFilter.includeEngines("jqwik"))
                .configurationParameter(
                        "jqwik.database", folder.resolve("database").toString())
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(thrown -> failures.add(String.valueOf(thrown.getMessage())));
            }

            @Override
            public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
                entries.addAll(entry.getKeyValuePairs().values());
            }
        });
        return String.join("\n", entries);
    }

    @Test
    @DisplayName("N18 the sample of a failed property shows what is in it")
    void n18_failedSample_showsItsContent() {
        assertThat(reported())
                .contains("Text\"PN-4711\"", "Reasoning\"why\"", "Refusal\"no\"")
                .contains("an oak", "a question", "a message", "\"done\"", "{\"length\":5}")
                .doesNotContain("characters]");
    }
}
