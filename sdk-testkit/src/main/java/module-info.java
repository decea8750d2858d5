/** A scripted provider and server, recordings, and the laws and generators for tests of users. */
module dev.plumbline.testkit {
    requires java.management;
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires static net.jqwik.api;

    exports dev.plumbline.testkit;
    exports dev.plumbline.testkit.cassette;
    exports dev.plumbline.testkit.laws;
    exports dev.plumbline.testkit.server;
}
