/** Running a tool and putting its outcome in an envelope, and the controlled access of tools to files, HTTP and stored results. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.tools {
    requires static org.jspecify;
    requires static java.desktop;
    requires transitive dev.plumbline.api;
    requires dev.plumbline.http;

    exports dev.plumbline.sandbox;
    exports dev.plumbline.tools;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.sandbox.internal to
            dev.plumbline.runtime;
}
