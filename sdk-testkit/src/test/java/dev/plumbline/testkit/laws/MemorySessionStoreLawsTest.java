package dev.plumbline.testkit.laws;

import dev.plumbline.extend.SessionStore;

/** The laws of session stores hold for lists in memory. */
class ListStoreLawsTest implements SessionStoreLaws {
    @Override
    public SessionStore store() {
        return new Lists();
    }
}
