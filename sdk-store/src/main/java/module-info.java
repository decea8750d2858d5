/** Durable files: disk cache and journal. */
module dev.plumbline.store {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.store;
}
