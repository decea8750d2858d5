/** A scripted provider, replay, and the laws and arbitraries for users' own tests. */
module dev.plumbline.testkit {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires static net.jqwik.api;
    requires static org.junit.jupiter.api;

    exports dev.plumbline.testkit;
}
