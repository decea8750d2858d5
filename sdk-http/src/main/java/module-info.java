/** HTTP exchanges on the caller's thread: bytes and events, without interpreting their content. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.http {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires org.apache.httpcomponents.core5.httpcore5;
    // for servers alone: the modules that open one require it
    requires static jdk.httpserver;

    exports dev.plumbline.http;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.http.internal to
            dev.plumbline.assistant,
            dev.plumbline.cli,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.providers,
            dev.plumbline.runtime,
            dev.plumbline.tools,
            dev.plumbline.web;
}
