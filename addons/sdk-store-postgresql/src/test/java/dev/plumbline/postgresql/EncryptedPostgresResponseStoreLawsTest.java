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
}
