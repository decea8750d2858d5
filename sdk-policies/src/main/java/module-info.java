/** The built-in policies of the policy chain. */
module dev.plumbline.policies {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires dev.failsafe.core;

    exports dev.plumbline.policies;
}
