package dev.plumbline.proof.plumbline;

import dev.plumbline.proof.contest.Child;

/** Plumbline with the policies that a peer has: no redaction, no cache. Separates the cost of a guarantee from that of the library. */
public final class PeerPoliciesContender {
    private PeerPoliciesContender() {}

    /** Runs as a {@link Child}. */
    public static void main(String[] args) throws Exception {
        Child.run(args, PlumblineContender::withPeerPolicies);
    }
}
