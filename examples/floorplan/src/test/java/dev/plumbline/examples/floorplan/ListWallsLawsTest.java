package dev.plumbline.examples.floorplan;

class ListWallsLawsTest extends FloorPlanLaws {
    ListWallsLawsTest() {
        super("walls");
    }
}
