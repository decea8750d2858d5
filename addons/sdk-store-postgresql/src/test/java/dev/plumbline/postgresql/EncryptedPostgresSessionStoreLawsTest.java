package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.laws.SessionStoreLaws;

/** The laws of session stores hold with encryption. */
class EncryptedPostgresSessionStoreLawsTest implements SessionStoreLaws {
    static final Secret KEY = Secret.of("0123456789abcdef0123456789abcdef".toCharArray());

    private final PostgresSessionStoreLawsTest plain = new PostgresSessionStoreLawsTest();

    @Override
    public SessionStore store() {
        return PostgresSessionStoreLawsTest.empty().withKey(KEY);
    }

    @Override
    public SessionStore another(SessionStore first) {
        return ((PostgresSessionStore) plain.another(first)).withKey(KEY);
    }

    @Override
    public void endLease(SessionStore.Writer writer) {
        plain.endLease(writer);
    }
}
