package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TraceObserverTest {
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<String> said = new ArrayList<>();
    private final List<Observation.Context> ended = new ArrayList<>();
    private final TraceObserver observer = TraceObserver.of(registry);

    TraceObserverTest() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStart(Observation.Context context) {
                said.add("+" + path(context));
            }

            @Override
            public void onStop(Observation.Context context) {
                KeyValue error = context.getHighCardinalityKeyValue("error.type");
                Throwable status = context.getError();
                said.add("-" + context.getName() + " " + (error == null ? "none" : error.getValue()));
                assertThat(status == null ? null : status.getMessage())
                        .isEqualTo(error == null ? null : error.getValue());
                ended.add(context);
            }

            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                said.add(context.getName() + ": " + event.getContextualName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    private static String path(Observation.ContextView context) {
        var parent = context.getParentObservation();
        return parent == null ? context.getName() : path(parent.getContextView()) + " > " + context.getName();
    }

    @Test
    @Tag("C123")
    void turn_nestsCallsAndTools() {
        SampleEvents.turn().forEach(observer::onEvent);
        assertThat(said)
                .containsExactly(
                        "+plumbline.turn",
                        "+plumbline.turn > gen_ai.client.operation",
                        "-gen_ai.client.operation none",
                        "+plumbline.turn > gen_ai.execute_tool",
                        "-gen_ai.execute_tool none",
                        "-plumbline.turn none");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    @DisplayName("O5 the first attempt is the call itself; its failure is an event there, and the next one has a span")
    void o5_furtherAttempt_hasItsSpan() {
        SampleEvents.turn().subList(0, 4).forEach(observer::onEvent);
        observer.onEvent(SampleEvents.attemptFinished(AiError.Category.RATE_LIMITED));
        observer.onEvent(SampleEvents.attemptStarted());
        observer.onEvent(SampleEvents.attemptFinished());
        observer.onEvent(SampleEvents.callFinished(1000, 40));
        assertThat(said)
                .containsExactly(
                        "+plumbline.turn",
                        "+plumbline.turn > gen_ai.client.operation",
                        "gen_ai.client.operation: attempt failed: rate_limited",
                        "+plumbline.turn > gen_ai.client.operation > plumbline.attempt",
                        "-plumbline.attempt none",
                        "-gen_ai.client.operation none");
        assertThat(attributes("plumbline.attempt"))
                .containsEntry("gen_ai.provider.name", "openai")
                .containsEntry("server.address", "api.openai.com");
    }

    @Test
    @DisplayName("O3 attributes that a tool adds are on its span while it runs, and nowhere after that")
    void o3_attributesOfATool() {
        SampleEvents.turn().subList(0, 2).forEach(observer::onEvent);
        TelemetryEvent.ToolStarted tool = (TelemetryEvent.ToolStarted) SampleEvents.toolStarted(1);
        observer.onEvent(tool);
        observer.onAttributes(tool.ids(), tool.invocation(), Map.of("mcp.method.name", "tools/call"));
        observer.onEvent(SampleEvents.toolFinished(1, "ok"));
        observer.onAttributes(tool.ids(), tool.invocation(), Map.of("late", "1"));
        assertThat(attributes("gen_ai.execute_tool"))
                .containsEntry("mcp.method.name", "tools/call")
                .doesNotContainKey("late");
    }

    @Test
    @DisplayName("O6 the result of an evaluation is below the call that runs, and alone behind its turn")
    void o6_evaluation_isPublished() {
        SampleEvents.turn().subList(0, 3).forEach(observer::onEvent);
        said.clear();
        TelemetryName relevance = TelemetryName.of("relevance");
        observer.evaluated(
                SampleEvents.CALL, relevance, OptionalDouble.of(0.75), Optional.of(TelemetryName.of("pass")));
        observer.onEvent(SampleEvents.turnFinished(AiError.Category.CANCELLED));
        observer.evaluated(SampleEvents.CALL, relevance, OptionalDouble.of(0.5), Optional.empty());
        assertThat(said)
                .startsWith("+plumbline.turn > gen_ai.client.operation > gen_ai.evaluation.result")
                .endsWith("+gen_ai.evaluation.result", "-gen_ai.evaluation.result none");
        assertThat(attributes("gen_ai.evaluation.result"))
                .containsEntry("gen_ai.evaluation.name", "relevance")
                .containsEntry("gen_ai.evaluation.score.value", "0.75")
                .containsEntry("gen_ai.evaluation.score.label", "pass")
                .containsEntry("gen_ai.conversation.id", "s");
        assertThatThrownBy(() ->
                        observer.evaluated(SampleEvents.CALL, relevance, OptionalDouble.empty(), Optional.empty()))
                .hasMessageContaining("relevance has no result");
    }

    private Map<String, String> attributes(String name) {
        return ended.stream()
                .filter(context -> name.equals(context.getName()))
                .findFirst()
                .orElseThrow()
                .getAllKeyValues()
                .stream()
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    @Test
    @DisplayName("M10 spans have the attributes of the convention, and a call is one of a client")
    void m10_spans_haveTheAttributesOfTheConvention() {
        SampleEvents.turn().forEach(observer::onEvent);

        assertThat(attributes("gen_ai.client.operation"))
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.provider.name", "openai")
                .containsEntry("gen_ai.request.model", "gpt-5-mini")
                .containsEntry("gen_ai.response.model", "gpt-5-mini")
                .containsEntry("gen_ai.response.finish_reasons", "stop")
                .containsEntry("gen_ai.response.time_to_first_chunk", "0.2")
                .containsEntry("gen_ai.usage.input_tokens", "10")
                .containsKey("gen_ai.usage.output_tokens")
                .containsEntry("gen_ai.conversation.id", "s")
                .containsEntry("server.address", "api.openai.com")
                .containsEntry("server.port", "443")
                .doesNotContainKey("error.type");
        assertThat(attributes("plumbline.turn")).containsEntry("gen_ai.operation.name", "invoke_agent");
        assertThat(attributes("gen_ai.execute_tool"))
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("gen_ai.tool.name", "drawWall");
        assertThat(ended)
                .filteredOn(context -> context instanceof SenderContext<?> call && call.getKind() == Kind.CLIENT)
                .extracting(Observation.Context::getName)
                .containsExactly("gen_ai.client.operation");
    }

    @Test
    @DisplayName("M10 providers have the names of the convention")
    void m10_providers_haveTheNamesOfTheConvention() {
        assertThat(Stream.of("openai", "azure", "mistral", "gemini", "xai", "my-gateway")
                        .map(TelemetryName::of)
                        .map(GenAiAttributes::provider))
                .containsExactly("openai", "azure.ai.openai", "mistral_ai", "gcp.gemini", "x_ai", "my-gateway");
    }

    @Test
    void cancelledTurn_endsWhatIsOpenInnermostFirst() {
        SampleEvents.turn().subList(0, 4).forEach(observer::onEvent);
        observer.onEvent(SampleEvents.attemptStarted());
        said.clear();
        observer.onEvent(SampleEvents.turnFinished(AiError.Category.CANCELLED));
        observer.onEvent(SampleEvents.attemptFinished());
        observer.onEvent(SampleEvents.callStarted());
        assertThat(said)
                .containsExactly(
                        "-plumbline.attempt cancelled",
                        "-gen_ai.client.operation cancelled",
                        "-plumbline.turn cancelled");
    }

    @Test
    void failedTool_saysItsCode() {
        SampleEvents.turn().subList(0, 2).forEach(observer::onEvent);
        observer.onEvent(SampleEvents.toolStarted(1));
        observer.onEvent(SampleEvents.toolFinished(1, "DENIED"));
        assertThat(said).contains("-gen_ai.execute_tool DENIED");
    }

    @Test
    void close_endsWhatIsOpen() {
        SampleEvents.turn().subList(0, 2).forEach(observer::onEvent);
        observer.close();
        assertThat(said).endsWith("-plumbline.turn cancelled");
    }
}
