package dev.plumbline.testkit.laws;

import dev.plumbline.policy.ResponseStore;

/** The laws of stores hold for a map under whole keys. */
class MapResponseStoreLawsTest implements ResponseStoreLaws {
    @Override
    public ResponseStore store() {
        return new MapResponseStore(key -> key);
    }
}
