package dev.plumbline.examples.floorplan;

class AddRoomLawsTest extends FloorPlanLaws {
    AddRoomLawsTest() {
        super("addRoom");
    }
}
