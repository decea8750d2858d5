package dev.plumbline.violations.libraries.json;

import tools.jackson.databind.json.JsonMapper;

/** Jackson at home. */
final class FineJacksonUser {
    String text() {
        return new JsonMapper().writeValueAsString(1);
    }
}
