/** The command line: demo, replay, fingerprint, describe and chat. */
module dev.plumbline.cli {
    requires static org.jspecify;
    requires dev.plumbline.runtime;
    requires dev.plumbline.testkit;
    requires info.picocli;
}
