package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceObserverTest {
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<String> said = new ArrayList<>();
    private final TraceObserver observer = TraceObserver.of(registry);

    TraceObserverTest() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStart(Observation.Context context) {
                said.add("+" + path(context));
            }

            @Override
            public void onStop(Observation.Context context) {
                said.add("-" + context.getName() + " "
                        + context.getLowCardinalityKeyValue("error.type").getValue());
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
    void turn_nestsRoundsCallsAttemptsAndTools() {
        SampleEvents.turn().forEach(observer::onEvent);
        assertThat(said)
                .containsExactly(
                        "+plumbline.turn",
                        "+plumbline.turn > plumbline.round",
                        "+plumbline.turn > plumbline.round > gen_ai.client.operation",
                        "+plumbline.turn > plumbline.round > gen_ai.client.operation > plumbline.attempt",
                        "-plumbline.attempt none",
                        "-gen_ai.client.operation none",
                        "+plumbline.turn > plumbline.round > gen_ai.execute_tool",
                        "-gen_ai.execute_tool none",
                        "-plumbline.round none",
                        "-plumbline.turn none");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void cancelledTurn_endsWhatIsOpenInnermostFirst() {
        SampleEvents.turn().subList(0, 4).forEach(observer::onEvent);
        said.clear();
        observer.onEvent(SampleEvents.turnFinished(AiError.Category.CANCELLED));
        observer.onEvent(SampleEvents.attemptFinished());
        observer.onEvent(SampleEvents.roundStarted());
        assertThat(said)
                .containsExactly(
                        "-plumbline.attempt cancelled",
                        "-gen_ai.client.operation cancelled",
                        "-plumbline.round cancelled",
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
        assertThat(said).endsWith("-plumbline.round cancelled", "-plumbline.turn cancelled");
    }
}
