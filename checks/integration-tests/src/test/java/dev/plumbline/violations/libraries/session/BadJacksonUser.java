package dev.plumbline.violations.libraries.session;

import tools.jackson.databind.json.JsonMapper;

/** Jackson outside its adapter. */
final class BadJacksonUser {
    String text() {
        return new JsonMapper().writeValueAsString(1);
    }
}
