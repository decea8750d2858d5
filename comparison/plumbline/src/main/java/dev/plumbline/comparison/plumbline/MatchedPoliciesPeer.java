package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerMain;

/** Plumbline with the policies that a peer has: no redaction, no cache. Separates the cost of a guarantee from that of the library. */
public final class MatchedPoliciesPeer {
    private MatchedPoliciesPeer() {}

    /** Runs as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, PlumblinePeer::withPeerPolicies);
    }
}
