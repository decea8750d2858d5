/** Durable files: disk cache, journal and ledger. */
module dev.plumbline.store {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.store;
}
