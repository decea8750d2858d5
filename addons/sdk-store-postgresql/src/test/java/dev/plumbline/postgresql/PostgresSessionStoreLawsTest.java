package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.testkit.laws.SessionStoreLaws;

/** The laws of session stores hold for a real server. */
class PostgresSessionStoreLawsTest implements SessionStoreLaws {
    private static final PostgresDatabase ONE =
            PostgresDatabase.at(PostgresServer.shared().uri());
    private static final PostgresDatabase OTHER =
            PostgresDatabase.at(PostgresServer.shared().uri());

    static PostgresSessionStore empty() {
        PostgresSessionStore store = PostgresSessionStore.of(ONE);
        store.list();
        PostgresServer.shared().clear();
        return store;
    }

    @Override
    public SessionStore store() {
        return empty();
    }

    @Override
    public SessionStore another(SessionStore first) {
        return PostgresSessionStore.of(OTHER);
    }

    @Override
    public void endLease(SessionStore.Writer writer) {
        PostgresServer.shared()
                .execute("UPDATE plumbline.conversation SET until = clock_timestamp() WHERE token = "
                        + writer.lease().token());
    }
}
