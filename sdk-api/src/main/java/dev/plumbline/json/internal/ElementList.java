package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.util.AbstractList;
import java.util.RandomAccess;

/** An unmodifiable view of the elements of an array. */
public final class ElementList extends AbstractList<Json> implements RandomAccess {
    private final ArrayNode array;
    private final JsonLocation place;

    public ElementList(ArrayNode array, JsonLocation place) {
        this.array = array;
        this.place = place;
    }

    @Override
    public Json get(int index) {
        return JsonAccess.json(array.element(index), place.element(index));
    }

    @Override
    public int size() {
        return array.size();
    }

    @Override
    public String toString() {
        return array.summary();
    }
}
