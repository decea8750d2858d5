/** A page for the conversations of a runtime, and their stream for web front ends, by the AG-UI protocol. */
module dev.plumbline.web {
    requires static org.jspecify;
    requires transitive dev.plumbline.runtime;
    requires dev.plumbline.http;
    requires jdk.httpserver;

    exports dev.plumbline.web;
}
