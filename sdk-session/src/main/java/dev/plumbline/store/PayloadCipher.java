package dev.plumbline.store;

import java.util.Optional;

/** Transforms a payload before it is written: unchanged, or encrypted. */
interface PayloadCipher {
    /** A cipher that leaves payloads unchanged. */
    PayloadCipher NONE = new NoCipher();

    /** Returns a mark that distinguishes its files from those of another cipher; it reveals nothing about the key. */
    String mark();

    /** Returns whether it encrypts. */
    boolean isEncrypting();

    /**
     * Encrypts a payload.
     *
     * @param bound the context of the payload, which must be the same for decryption
     */
    byte[] close(byte[] payload, byte[] bound);

    /** Decrypts a payload; empty if this cipher did not encrypt it, or with another context. */
    Optional<byte[]> open(byte[] closed, byte[] bound);

    /** A cipher that does not encrypt. */
    record NoCipher() implements PayloadCipher {
        @Override
        public String mark() {
            return "";
        }

        @Override
        public boolean isEncrypting() {
            return false;
        }

        @Override
        public byte[] close(byte[] payload, byte[] bound) {
            return payload;
        }

        @Override
        public Optional<byte[]> open(byte[] closed, byte[] bound) {
            return Optional.of(closed);
        }
    }
}
