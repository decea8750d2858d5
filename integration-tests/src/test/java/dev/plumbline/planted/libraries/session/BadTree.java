package dev.plumbline.planted.libraries.session;

import tools.jackson.databind.json.JsonMapper;

/** Jackson outside its adapter. */
final class BadTree {
    String text() {
        return new JsonMapper().writeValueAsString(1);
    }
}
