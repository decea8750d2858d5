package dev.plumbline.testkit.laws;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.testkit.MemorySessionStore;
import java.util.TreeMap;

/** The laws of session stores hold for the one in memory. */
class MemorySessionStoreLawsTest implements SessionStoreLaws {
    @Override
    public SessionStore store() {
        return MemorySessionStore.of(new TreeMap<>());
    }
}
