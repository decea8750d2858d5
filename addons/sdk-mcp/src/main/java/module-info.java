/** The tools, resources and prompts of a host for agents, by the Model Context Protocol. */
module dev.plumbline.mcp {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires dev.plumbline.http;
    requires jdk.httpserver;
    requires static java.desktop;

    exports dev.plumbline.mcp;
}
