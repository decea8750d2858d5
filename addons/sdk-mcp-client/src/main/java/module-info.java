/** The tools of other programs for sessions, by the Model Context Protocol. */
module dev.plumbline.mcpclient {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive dev.plumbline.http;
    requires jdk.httpserver;

    exports dev.plumbline.mcpclient;
}
