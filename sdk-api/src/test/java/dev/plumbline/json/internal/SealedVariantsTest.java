package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SealedVariantsTest {
    sealed interface Shape {}

    sealed interface Round extends Shape {}

    record Circle(double radius) implements Round {}

    record Oval(double width, Optional<Double> height) implements Round {}

    record Group(List<Shape> parts, Optional<Shape> frame) implements Shape {}

    sealed interface Taken {}

    record Own(String kind) implements Taken {}

    sealed interface Mixed {}

    enum Constant implements Mixed {
        ONE
    }

    @Test
    void records_sayWhichTheyAre_whereverTheyStand() {
        Group group = new Group(
                List.of(new Circle(1), new Group(List.of(), Optional.empty())),
                Optional.of(new Oval(2, Optional.empty())));
        Json json = Json.of(group);
        assertThat(json.text())
                .isEqualTo("{\"kind\":\"Group\",\"parts\":[{\"kind\":\"Circle\",\"radius\":1},"
                        + "{\"kind\":\"Group\",\"parts\":[]}],\"frame\":{\"kind\":\"Oval\",\"width\":2}}");
        assertThat(json.as(Shape.class)).isEqualTo(group);
        assertThat(json.as(Group.class)).isEqualTo(group);
        assertThat(json.at("/parts/0").as(Round.class)).isEqualTo(new Circle(1));
        assertThat(Json.of(List.of(new Circle(1))).as(TypeRef.listOf(Shape.class)))
                .containsExactly(new Circle(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"radius\":1}|/kind: expected one of [Circle, Oval, Group], but found no value",
                "{\"kind\":\"CANARY\",\"radius\":1}|/kind: expected one of [Circle, Oval, Group], but found another string",
                "{\"kind\":\"Circle\"}|/radius",
                "{\"kind\":\"Circle\",\"radius\":1,\"CANARY\":2}|unknown member",
                "{\"kind\":7,\"radius\":1}|/kind",
                "\"CANARY\"|",
            })
    void misfits_areNamedWithoutContent(String json, String message) {
        assertThatThrownBy(() -> Json.parse(json).as(Shape.class))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(message == null ? "" : message)
                .hasMessageNotContaining("CANARY");
    }

    @Test
    void otherHierarchies_areLeftAlone() {
        assertThat(SealedVariants.of(Shape.class)).containsExactly(Circle.class, Oval.class, Group.class);
        assertThat(SealedVariants.of(Taken.class)).isEmpty();
        assertThat(SealedVariants.of(Mixed.class)).isEmpty();
        assertThat(SealedVariants.of(Circle.class)).isEmpty();
        assertThat(SealedVariants.of(List.class)).isEmpty();
        assertThat(SealedVariants.nameOf(Circle.class)).contains("Circle");
        assertThat(SealedVariants.nameOf(Own.class)).isEmpty();
        assertThat(Json.of(new Own("a")).text()).isEqualTo("{\"kind\":\"a\"}");
    }
}
