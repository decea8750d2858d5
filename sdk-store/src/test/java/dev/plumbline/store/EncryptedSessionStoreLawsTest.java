package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import net.jqwik.api.lifecycle.AfterTry;

/** The laws of session stores hold for encrypted files. */
class EncryptedSessionStoreLawsTest implements SessionStoreLaws {
    private final TempFolders scratch = new TempFolders();

    @Override
    public SessionStore store() {
        return FileSessionStore.of(scratch.folder(), TempFolders.key(1));
    }

    @AfterTry
    void clear() {
        scratch.clear();
    }
}
