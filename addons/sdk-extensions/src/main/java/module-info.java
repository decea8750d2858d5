/** Ready extensions, which use only what every author of extensions has. */
module dev.plumbline.extensions {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.extensions;
}
