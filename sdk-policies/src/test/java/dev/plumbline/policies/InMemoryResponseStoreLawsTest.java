package dev.plumbline.policies;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;

class InMemoryResponseStoreLawsTest implements ResponseStoreLaws {
    @Override
    public ResponseStore store() {
        return ResponseStore.inMemory(100);
    }
}
