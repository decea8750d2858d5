/** A scripted provider, replay, and the laws and arbitraries for users' own tests. */
module dev.plumbline.testkit {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires static net.jqwik.api;

    exports dev.plumbline.testkit;
    exports dev.plumbline.testkit.cassette;
    exports dev.plumbline.testkit.laws;
    exports dev.plumbline.testkit.server;
    exports dev.plumbline.testkit.check;
}
