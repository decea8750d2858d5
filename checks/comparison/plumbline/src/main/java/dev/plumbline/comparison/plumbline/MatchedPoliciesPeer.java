package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerMain;

/**
 * Plumbline with only those policies that other peers have: no redaction, no cache. Separates the cost of guarantees
 * from that of the library.
 */
public final class MatchedPoliciesPeer {
    private MatchedPoliciesPeer() {}

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, PlumblinePeer::withPeerPolicies);
    }
}
