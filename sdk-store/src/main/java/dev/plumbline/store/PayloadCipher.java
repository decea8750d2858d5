package dev.plumbline.store;

import java.util.Optional;

/** The transformation of a payload before it is written: none, or a cipher. */
interface PayloadCipher {
    /** Payloads as they are. */
    PayloadCipher NONE = new NoCipher();

    /** What distinguishes the names of its files from those of another seal; reveals nothing about a key. */
    String mark();

    /** How many bytes longer a closed payload is. */
    int overhead();

    /**
     * Closes a payload.
     *
     * @param place the position in its file: it opens only there
     */
    byte[] close(byte[] payload, long place);

    /** The payload; empty for what this seal did not close for that place. */
    Optional<byte[]> open(byte[] closed, long place);

    /** No seal. */
    record NoCipher() implements PayloadCipher {
        @Override
        public String mark() {
            return "";
        }

        @Override
        public int overhead() {
            return 0;
        }

        @Override
        public byte[] close(byte[] payload, long place) {
            return payload;
        }

        @Override
        public Optional<byte[]> open(byte[] closed, long place) {
            return Optional.of(closed);
        }
    }
}
