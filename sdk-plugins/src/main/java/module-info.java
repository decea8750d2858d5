/** The life of plugins: found, ordered, configured, activated, ended. */
module dev.plumbline.plugins {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.plugins;

    uses dev.plumbline.plugin.Plugin;
}
