package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Generic types at run time. */
class TypeRefTest {

    record Room(String name) {}

    private static <E> TypeRef<List<E>> unknownElement() {
        return new TypeRef<>() {};
    }

    @Test
    void type_is_what_was_written() {
        assertThat(new TypeRef<Map<String, Room>>() {}.type().getTypeName())
                .isEqualTo("java.util.Map<java.lang.String, " + Room.class.getName() + ">");
        assertThat(TypeRef.of(Room.class).type()).isEqualTo(Room.class);
        assertThat(TypeRef.listOf(Room.class).type().getTypeName())
                .isEqualTo(new TypeRef<List<Room>>() {}.type().getTypeName());
    }

    @Test
    void generic_types_are_bound() {
        Json rooms = Json.parse("[{\"name\":\"a\"},{\"name\":\"b\"}]");
        assertThat(rooms.as(TypeRef.listOf(Room.class))).containsExactly(new Room("a"), new Room("b"));
        assertThat(rooms.as(new TypeRef<List<? extends Room>>() {})).hasSize(2);
        Map<String, List<Room>> byFloor =
                Json.object().with("ground", rooms).as(new TypeRef<Map<String, List<Room>>>() {});
        assertThat(byFloor).containsEntry("ground", List.of(new Room("a"), new Room("b")));
        assertThat(Json.of(null).as(new TypeRef<Optional<Room>>() {})).isEmpty();
        assertThat(Json.of("x").as(TypeRef.of(String.class))).isEqualTo("x");
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void lost_type_is_refused() {
        assertThatThrownBy(() -> new TypeRef() {}.type()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> TypeRefTest.<Room>unknownElement().type()).isInstanceOf(IllegalStateException.class);
    }
}
