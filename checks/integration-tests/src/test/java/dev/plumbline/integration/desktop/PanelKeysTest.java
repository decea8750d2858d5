package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PanelKeysTest {
    @Test
    @DisplayName("D22 the rows of a panel are one stop of Tab, and arrows go from row to row, each with its words")
    void d22_rows_areOneStop() throws Exception {
        assertThat(XvfbScreen.run(PanelKeysProgram.class, "").lines())
                .containsExactly(
                        "stops: [attach, send, conversation, stop, message]",
                        "first: Note / Notice 499",
                        "up: Note / Notice 497",
                        "home: Note / Notice 0",
                        "found: Notice 321",
                        "zoom: 110");
    }
}
