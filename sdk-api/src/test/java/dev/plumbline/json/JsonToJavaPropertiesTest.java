package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.JsonToJavaTest.Point;
import dev.plumbline.json.JsonToJavaTest.Room;
import dev.plumbline.json.JsonToJavaTest.Side;
import dev.plumbline.json.internal.UnicodeValidator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any record survives the way to JSON and back. */
class JsonToJavaPropertiesTest {

    @Property(tries = 300)
    void record_survives_the_round_trip(@ForAll("rooms") Room room) {
        Json json = Json.of(room);
        assertThat(json.as(Room.class)).isEqualTo(room);
        assertThat(Json.of(json.as(Room.class)).text()).isEqualTo(json.text());
        assertThat(Json.parse(json.text()).as(Room.class)).isEqualTo(room);
    }

    @Provide
    Arbitrary<Room> rooms() {
        Arbitrary<Double> doubles = Arbitraries.doubles().map(value -> value + 0.0);
        Arbitrary<String> texts =
                Arbitraries.strings().excludeChars('\ud800').filter(text -> !UnicodeValidator.hasLoneSurrogate(text));
        Arbitrary<Point> points = Combinators.combine(doubles, doubles).as(Point::new);
        return Combinators.combine(
                        texts,
                        Arbitraries.integers(),
                        points.list().ofMaxSize(3),
                        doubles.optional(),
                        Arbitraries.of(Side.class))
                .as(Room::new);
    }
}
