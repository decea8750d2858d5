package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An unmodifiable view of the members of an object in their order. */
public final class FieldMap extends AbstractMap<String, Json> {
    private final ObjectNode object;
    private final JsonLocation place;

    public FieldMap(ObjectNode object, JsonLocation place) {
        this.object = object;
        this.place = place;
    }

    @Override
    public @Nullable Json get(@Nullable Object key) {
        int at = key instanceof String name ? object.find(name) : -1;
        return at < 0 ? null : JsonAccess.json(object.value(at), place.member(object.name(at)));
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && object.find(name) >= 0;
    }

    @Override
    public Set<Map.Entry<String, Json>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Map.Entry<String, Json>> {

        @Override
        public int size() {
            return object.size();
        }

        @Override
        public Iterator<Map.Entry<String, Json>> iterator() {
            return new Members();
        }
    }

    /** Not a stream, whose pipeline would be made again for each pass over an object, which mostly has few members. */
    private final class Members implements Iterator<Map.Entry<String, Json>> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < object.size();
        }

        @Override
        public Map.Entry<String, Json> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Map.Entry<String, Json> member =
                    Map.entry(object.name(at), JsonAccess.json(object.value(at), place.anyMember()));
            at++;
            return member;
        }
    }

    /** Returns the size, because member names are content. */
    @Override
    public String toString() {
        return object.summary();
    }
}
