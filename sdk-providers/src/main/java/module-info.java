/** The providers: one class for each API format. */
module dev.plumbline.providers {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive dev.plumbline.http;

    exports dev.plumbline.providers;
}
