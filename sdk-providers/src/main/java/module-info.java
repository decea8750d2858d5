/** The providers: one class for each API format. */
// javac sees this module alone, so that the module to which the internal package is exported is unknown to it.
@SuppressWarnings("module")
module dev.plumbline.providers {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive dev.plumbline.http;

    exports dev.plumbline.providers;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.providers.internal to
            dev.plumbline.runtime,
            dev.plumbline.cli;
}
