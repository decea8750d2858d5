package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.json.Json;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Half of a surrogate pair has no UTF-8 form: it is refused where it is built, so that no two texts have the same bytes. */
class WellFormedTextTest {
    private static final String HALF = "a\ud83d";

    /** Texts that foreign code writes are repaired; everything else is the program's own. */
    private static final Set<String> REPAIRED = Set.of("Failure.message");

    @Test
    void c1_everyTextOfARecord_isRefused() throws ReflectiveOperationException {
        List<Class<?>> records = Stream.of(
                        Interaction.class.getPermittedSubclasses(), Part.class.getPermittedSubclasses())
                .flatMap(Arrays::stream)
                .collect(Collectors.toCollection(ArrayList::new));
        records.addAll(List.of(ToolDefinition.class, ModelId.class, ToolEnvelope.Failure.class));
        int tried = 0;
        for (Class<?> type : records) {
            RecordComponent[] components = type.getRecordComponents();
            for (int i = 0; i < components.length; i++) {
                if (components[i].getType() == String.class
                        && !REPAIRED.contains(type.getSimpleName() + "." + components[i].getName())) {
                    tried++;
                    String place = type.getSimpleName() + "." + components[i].getName();
                    assertThatThrownBy(() -> create(type, components, place))
                            .as(place)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("half of a surrogate pair");
                }
            }
        }
        assertThat(tried).isGreaterThan(15);
    }

    private static Object create(Class<?> type, RecordComponent[] components, String bad) throws Throwable {
        Object[] values = Arrays.stream(components)
                .map(each -> value(each, bad.endsWith("." + each.getName())))
                .toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object value(RecordComponent component, boolean bad) {
        Class<?> type = component.getType();
        if (type == String.class) {
            return bad ? HALF : "text";
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return Map.<Class<?>, Object>of(
                        Json.class, Json.object(),
                        Blob.class, Blob.of(new byte[1], "image/png"),
                        List.class, List.of(),
                        Set.class, Set.of(),
                        Map.class, Map.of(),
                        Optional.class, Optional.empty(),
                        boolean.class, true,
                        ToolEnvelope.class, ToolEnvelope.ok("done"))
                .get(type);
    }

    @Test
    void c1_everyOtherText_isRefused() {
        AiBody body = AiBody.of("A wall");
        ModelId model = new ModelId("openai", "m");
        List<Runnable> built = List.of(
                () -> AiBody.of(HALF),
                () -> AiBody.builder().addSystem(HALF),
                () -> AiBody.builder().addContext(HALF, 1),
                () -> AiBody.builder().addContext("fact", HALF),
                () -> AiBody.builder().toolFilter(HALF),
                () -> AiBody.builder().outputSchema(Json.of(Map.of("title", HALF))),
                () -> new ToolDefinition("t", "", Json.object(), Optional.empty(), Set.of(HALF), ""),
                () -> ModelOptions.builder().stop(HALF),
                () -> AiCall.builder(body, model).namespace(HALF),
                () -> AiCall.builder(body, model).addResource(HALF, "1"),
                () -> AiCall.builder(body, model).resources(Map.of("name", HALF)),
                () -> ToolEnvelope.ok(HALF));
        for (int i = 0; i < built.size(); i++) {
            assertThatThrownBy(built.get(i)::run).as("text %d", i).hasMessageContaining("surrogate pair");
        }
    }

    @Test
    void c1_brokenTextOfAStream_isRepaired() {
        List<AiDelta> pieces = List.of(
                new AiDelta.Text("\ud83d"),
                new AiDelta.Text("\ude00, then half of one: \ud83d"),
                new AiDelta.ToolCallPart(0, HALF, HALF, HALF));

        List<Interaction> folded = Fold.of(pieces).interactions();

        assertThat(folded)
                .containsExactly(
                        new Interaction.Assistant(List.of(new Part.Text("😀, then half of one: \uFFFD"))),
                        new Interaction.ToolCall("a\uFFFD", "a\uFFFD", Json.of("a\uFFFD")));
    }

    @Test
    void c1_messageOfAFailure_isRepaired() {
        assertThat(ToolEnvelope.failed(ToolEnvelope.Code.FAILED, HALF)
                        .failure()
                        .orElseThrow()
                        .message())
                .isEqualTo("a\uFFFD");
    }
}
