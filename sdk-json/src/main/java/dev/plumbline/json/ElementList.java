package dev.plumbline.json;

import java.util.AbstractList;
import java.util.RandomAccess;

/** The elements of an array; a view that does not change. */
final class ElementList extends AbstractList<Json> implements RandomAccess {
    private final ArrayNode array;
    private final JsonLocation place;

    ElementList(ArrayNode array, JsonLocation place) {
        this.array = array;
        this.place = place;
    }

    @Override
    public Json get(int index) {
        return new Json(array.element(index), place.element(index));
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
