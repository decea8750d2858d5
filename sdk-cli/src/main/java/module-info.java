/** The command line: demo, replay, fingerprint and describe. */
module dev.plumbline.cli {
    requires static org.jspecify;
    requires dev.plumbline.examples.floorplan;
    requires dev.plumbline.runtime;
    requires dev.plumbline.testkit;
    requires info.picocli;

    opens dev.plumbline.cli to
            info.picocli;
}
