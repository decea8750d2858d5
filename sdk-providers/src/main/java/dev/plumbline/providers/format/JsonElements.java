package dev.plumbline.providers.format;

import dev.plumbline.json.internal.JsonWriter;
import java.util.Arrays;
import java.util.function.Consumer;

/** The elements of a JSON array that are written before it is known whether there are any. */
public final class JsonElements {
    private JsonElements() {}

    /** Returns the elements that {@code writing} writes into an array, without its brackets; empty if it writes none. */
    public static byte[] of(Consumer<JsonWriter> writing) {
        JsonWriter json = new JsonWriter().array();
        writing.accept(json);
        byte[] array = json.end().toBytes();
        return Arrays.copyOfRange(array, 1, array.length - 1);
    }
}
