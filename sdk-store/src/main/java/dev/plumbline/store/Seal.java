package dev.plumbline.store;

import java.util.Optional;

/** What stands between a payload and the disk: nothing, or a cipher. */
interface Seal {
    /** Payloads as they are. */
    Seal NONE = new Plain();

    /** What tells the names of its files from those of another seal; says nothing about a key. */
    String mark();

    byte[] close(byte[] payload);

    /** The payload; empty for what this seal did not close. */
    Optional<byte[]> open(byte[] closed);

    /** No seal. */
    record Plain() implements Seal {
        @Override
        public String mark() {
            return "";
        }

        @Override
        public byte[] close(byte[] payload) {
            return payload;
        }

        @Override
        public Optional<byte[]> open(byte[] closed) {
            return Optional.of(closed);
        }
    }
}
