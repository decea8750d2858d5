/** Small extensions for everyday, made of the words that everybody has. */
module dev.plumbline.extensions {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.extensions;
}
