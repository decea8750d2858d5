/** Keys of services in the keyring of the system. */
module dev.plumbline.keyring {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires java.keyring;

    exports dev.plumbline.keyring;
}
