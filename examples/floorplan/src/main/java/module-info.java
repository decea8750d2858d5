/** A model draws a floor plan with tools: what a plugin of a drawing program would write. */
module dev.plumbline.examples.floorplan {
    requires static org.jspecify;
    requires transitive dev.plumbline.runtime;
    requires dev.plumbline.testkit;

    exports dev.plumbline.examples.floorplan;
    // Tools are found by their annotations, and their records are read and written as JSON.
    opens dev.plumbline.examples.floorplan;
}
