package dev.plumbline.examples.floorplan;

class WallsLawsTest extends FloorPlanLaws {
    WallsLawsTest() {
        super("walls");
    }
}
