/** Redaction of content: what leaves for a provider is replaced, what comes back is restored. */
module dev.plumbline.redaction {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires re2j;

    exports dev.plumbline.redaction;
}
