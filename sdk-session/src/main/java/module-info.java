/** Turns, rounds and stages, the conversation tree, and its snapshots. */
module dev.plumbline.session {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.session;
    exports dev.plumbline.store;
}
