package dev.plumbline.store;

import java.io.IOException;

/** What makes a record unreadable for others. Thread-safe. */
interface RecordSeal {
    /** Leaves records as they are. */
    RecordSeal NONE = new RecordSeal() {
        @Override
        public boolean seals() {
            return false;
        }

        @Override
        public byte[] seal(byte[] record, long place) {
            return record;
        }

        @Override
        public byte[] open(byte[] sealed, long place) {
            return sealed;
        }
    };

    boolean seals();

    /** A record as it is written at that place of a file. */
    byte[] seal(byte[] record, long place) throws IOException;

    /**
     * The inverse.
     *
     * @throws IOException when it was sealed with another key, or for another place
     */
    byte[] open(byte[] sealed, long place) throws IOException;
}
