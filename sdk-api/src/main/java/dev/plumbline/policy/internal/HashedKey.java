package dev.plumbline.policy.internal;

import dev.plumbline.policy.ResponseStore;

/** A cache key for a hash table, with the hash by which it is found there. Immutable. */
public final class HashedKey {
    private final ResponseStore.Key key;
    private final int hash;

    private HashedKey(ResponseStore.Key key, int hash) {
        this.key = key;
        this.hash = hash;
    }

    /** Returns the key of a call with its quick hash, which costs no digest. */
    public static HashedKey quick(ResponseStore.Key key) {
        return new HashedKey(key, key.quickHash().orElseThrow());
    }

    /** Returns a key with the hash of its fingerprint. */
    public static HashedKey byFingerprint(ResponseStore.Key key) {
        return new HashedKey(key, key.hashCode());
    }

    /** Returns the key. */
    public ResponseStore.Key key() {
        return key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HashedKey hashed && hash == hashed.hash && key.equals(hashed.key);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
