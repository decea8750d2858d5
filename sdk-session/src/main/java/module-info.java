/** Turns, rounds and stages, the conversation tree, and its snapshots. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.session {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.session;
    exports dev.plumbline.store;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.session.internal to
            dev.plumbline.runtime;
    exports dev.plumbline.store.internal to
            dev.plumbline.runtime,
            dev.plumbline.cli;
}
