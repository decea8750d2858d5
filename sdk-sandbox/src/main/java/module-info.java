/** What tools can reach outside the program, and nothing else. */
module dev.plumbline.sandbox {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires dev.plumbline.http;

    exports dev.plumbline.sandbox;
}
