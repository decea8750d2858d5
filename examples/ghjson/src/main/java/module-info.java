/** A host with a document format of its own: what a plugin for Grasshopper would write. */
module dev.plumbline.examples.ghjson {
    requires static org.jspecify;
    requires transitive dev.plumbline.runtime;

    exports dev.plumbline.examples.ghjson;
    // Inputs and results of tools are records that are read and written as JSON.
    opens dev.plumbline.examples.ghjson;
}
