package dev.plumbline.postgresql;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.laws.ResponseStoreLaws;

/** The laws of response stores hold with encryption. */
class EncryptedPostgresResponsesLawsTest implements ResponseStoreLaws {

    @Override
    public ResponseStore store() {
        return ((PostgresResponses) new PostgresResponsesLawsTest().store())
                .withKey(EncryptedPostgresSessionsLawsTest.KEY);
    }
}
