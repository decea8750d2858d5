/** The command line: demo, chat, replay, fingerprint, describe, batch, eval and report. */
module dev.plumbline.cli {
    requires static org.jspecify;
    requires dev.plumbline.examples.floorplan;
    requires dev.plumbline.extensions;
    requires dev.plumbline.mcp;
    requires dev.plumbline.mcpclient;
    requires dev.plumbline.redis;
    requires dev.plumbline.postgresql;
    requires dev.plumbline.runtime;
    requires dev.plumbline.testkit;
    requires dev.plumbline.web;
    requires info.picocli;
    requires org.jline.reader;
    requires org.jline.terminal;

    opens dev.plumbline.cli to
            info.picocli;
}
