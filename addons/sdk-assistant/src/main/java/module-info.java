/** The assistant of a desktop program. */
module dev.plumbline.assistant {
    requires static org.jspecify;
    requires static dev.plumbline.keyring;
    requires static dev.plumbline.mcp;
    requires static dev.plumbline.mcpclient;
    requires transitive dev.plumbline.runtime;
    requires transitive java.desktop;
    requires transitive java.prefs;

    exports dev.plumbline.assistant;
}
