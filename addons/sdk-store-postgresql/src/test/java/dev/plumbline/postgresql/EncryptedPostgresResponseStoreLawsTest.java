package dev.plumbline.postgresql;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;

/** The laws of response stores hold with encryption. */
class EncryptedPostgresResponseStoreLawsTest implements ResponseStoreLaws {

    @Override
    public ResponseStore store() {
        return ((PostgresResponseStore) new PostgresResponseStoreLawsTest().store())
                .withKey(EncryptedPostgresSessionStoreLawsTest.KEY);
    }

    @Override
    public boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
        PostgresServer.shared()
                .execute("UPDATE plumbline.response SET entry = set_byte(entry, " + place
                        + " % octet_length(entry), get_byte(entry, " + place + " % octet_length(entry)) # 4)");
        return true;
    }
}
