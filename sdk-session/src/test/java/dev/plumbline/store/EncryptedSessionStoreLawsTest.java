package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import java.nio.file.Path;
import net.jqwik.api.lifecycle.AfterTry;

/** The laws of session stores hold for encrypted files. */
class EncryptedSessionStoreLawsTest implements SessionStoreLaws {
    private final TempFolders scratch = new TempFolders();

    private Path folder = Path.of("");

    @Override
    public SessionStore store() {
        folder = scratch.folder();
        return FileSessionStore.of(folder, TempFolders.key(1));
    }

    @Override
    public SessionStore another(SessionStore first) {
        return FileSessionStore.of(folder, TempFolders.key(1));
    }

    @AfterTry
    void clear() {
        scratch.clear();
    }
}
