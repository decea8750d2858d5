/** Running a tool and putting its outcome in an envelope, and the controlled access of tools to files, HTTP and stored results. */
module dev.plumbline.tools {
    requires static org.jspecify;
    requires static java.desktop;
    requires transitive dev.plumbline.api;
    requires dev.plumbline.http;

    exports dev.plumbline.sandbox;
    exports dev.plumbline.tools;
}
