package dev.plumbline.postgresql;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;

/** The laws of response stores hold for a real server. */
class PostgresResponseStoreLawsTest implements ResponseStoreLaws {
    private static final PostgresDatabase DATABASE =
            PostgresDatabase.at(PostgresServer.shared().uri());

    @Override
    public ResponseStore store() {
        PostgresResponseStore store = PostgresResponseStore.of(DATABASE);
        store.invalidate(ResponseStore.Selection.all());
        return store;
    }

    /** Cuts the entry: changed bytes are found by the server, where it has checksums, and by encryption. */
    @Override
    public boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
        PostgresServer.shared()
                .execute("UPDATE plumbline.response SET entry = substring(entry for " + place
                        + " % octet_length(entry))");
        return true;
    }
}
