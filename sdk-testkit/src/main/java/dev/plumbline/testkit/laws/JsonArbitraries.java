package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/** Generators of text and JSON. */
final class JsonArbitraries {
    private static final List<String> NASTY_NUMBERS =
            List.of(("0 -0 1 1.0 1e0 100 1E2 0.1 -0.10 1e-7 1e21 9007199254740993 1e400"
                            + " -1e-400 123456789012345678901234567890 0.1000000000000000055511151231257827 4.9e-324 1.7976931348623157e308")
                    .split(" "));
    private static final List<String> NASTY_CHARACTERS =
            List.of(("\n|\r\n|\t|\"|\\|/|\u0000|\u007f|\u0085|\u00e9|e\u0301|\u2028|\ufeff|\uffff"
                            + "|\u4e2d|\ud83d\ude00|\ud834\udd1e|\udbff\udfff|{|}|[|data: ")
                    .split("\\|"));

    /** Whole texts that a random choice of characters hardly ever brings: white space at the ends, pairs at every cut. */
    private static final List<String> NASTY_TEXTS =
            List.of("", " ", "  wall", "wall \n", "\\", "C:\\walls\\\"new\"", "haha");

    /** Texts in which each cut between two units, or the next one, is inside a character. */
    private static final List<String> PAIRS = List.of("\ud83d\ude00".repeat(10), "a" + "\ud83d\ude00".repeat(9));

    private JsonArbitraries() {}

    static Arbitrary<String> texts() {
        Arbitrary<String> plain =
                Arbitraries.strings().alpha().numeric().withChars(' ').ofLength(1);
        Arbitrary<String> mixed = Arbitraries.frequencyOf(
                        Tuple.of(5, plain), Tuple.of(1, Arbitraries.of(NASTY_CHARACTERS)))
                .list()
                .ofMaxSize(20)
                .map(pieces -> String.join("", pieces));
        return Arbitraries.frequencyOf(
                Tuple.of(6, mixed), Tuple.of(1, Arbitraries.of(NASTY_TEXTS)), Tuple.of(1, Arbitraries.of(PAIRS)));
    }

    static Arbitrary<Json> json(int depth) {
        return depth == 0
                ? scalars()
                : Arbitraries.frequencyOf(
                        Tuple.of(4, scalars()), Tuple.of(1, arrays(depth - 1)), Tuple.of(1, objects(depth - 1)));
    }

    static Arbitrary<Json> objects(int depth) {
        return Arbitraries.maps(texts(), json(depth)).ofMaxSize(3).map(Json::of);
    }

    private static Arbitrary<Json> arrays(int depth) {
        return json(depth).list().ofMaxSize(3).map(Json::of);
    }

    private static Arbitrary<Json> scalars() {
        return Arbitraries.oneOf(
                Arbitraries.of(Json.of(null), Json.of(true), Json.of(false)), texts().map(Json::of), numbers());
    }

    private static Arbitrary<Json> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.of(NASTY_NUMBERS).map(Json::parse),
                Arbitraries.longs().map(Json::of),
                Arbitraries.bigDecimals().ofScale(3).map(Json::of));
    }
}
