package dev.plumbline.integration.docs;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs the laws of docs/durability.md on the store of that page. */
class OwnStoreLawsTest implements SessionStoreLaws {
    private final Map<String, List<Json>> records = new TreeMap<>();

    @Override
    public SessionStore store() {
        records.clear();
        return InMemorySessionStore.of(records);
    }

    @Override
    public SessionStore another(SessionStore first) {
        return ((InMemorySessionStore) first).another();
    }
}
