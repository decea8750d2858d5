package dev.plumbline.postgresql;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;

/** The laws of response stores hold for a real server. */
class PostgresResponsesLawsTest implements ResponseStoreLaws {
    private static final PostgresDatabase DATABASE =
            PostgresDatabase.at(PostgresServer.shared().uri());

    @Override
    public ResponseStore store() {
        PostgresResponses store = PostgresResponses.of(DATABASE);
        store.invalidate(ResponseStore.Selection.all());
        return store;
    }
}
