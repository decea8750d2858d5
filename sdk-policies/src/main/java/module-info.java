/** The built-in policies of the policy chain, and redaction, which replaces values in requests and restores them in answers. */
module dev.plumbline.policies {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires dev.failsafe.core;
    requires re2j;

    exports dev.plumbline.policies;
    exports dev.plumbline.redaction;
}
