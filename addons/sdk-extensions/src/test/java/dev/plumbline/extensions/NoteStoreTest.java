package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NoteStoreTest {

    @Test
    void notes_areThereInTheOrderInWhichTheyWereFirstWritten() {
        NoteStore notebook = NoteStore.inMemory();
        notebook.write("units", "inches");
        notebook.write("floor", "oak");
        notebook.write("units", "millimetres");
        assertThat(notebook.notes()).containsExactly(Map.entry("units", "millimetres"), Map.entry("floor", "oak"));
        assertThat(notebook.erase("units")).isTrue();
        assertThat(notebook.erase("units")).isFalse();
        assertThat(notebook.notes()).containsOnlyKeys("floor");
        assertThatThrownBy(() -> notebook.notes().put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void snapshot_doesNotChange() {
        NoteStore notebook = NoteStore.inMemory();
        notebook.write("units", "mm");
        Map<String, String> before = notebook.notes();
        notebook.write("floor", "oak");
        assertThat(before).containsOnlyKeys("units");
    }

    @Test
    void kept_isReadOnceAndWrittenAfterEachChange() {
        AtomicInteger reads = new AtomicInteger();
        List<String> written = new ArrayList<>();
        NoteStore notebook = NoteStore.persistent(
                () -> {
                    reads.incrementAndGet();
                    return Optional.of("{\"units\":\"mm\"}");
                },
                written::add);
        assertThat(reads).hasValue(0);
        notebook.write("floor", "oak");
        notebook.erase("nothing");
        assertThat(notebook.notes()).containsExactly(Map.entry("units", "mm"), Map.entry("floor", "oak"));
        assertThat(reads).hasValue(1);
        assertThat(written).hasSize(1);
        assertThat(NoteStore.persistent(() -> Optional.of(written.get(0)), text -> {})
                        .notes())
                .isEqualTo(notebook.notes());
        assertThat(Json.parse(written.get(0)).fields()).containsOnlyKeys("units", "floor");
    }

    @Test
    void change_thatCannotBeKept_isUndone() {
        NoteStore notebook = NoteStore.persistent(Optional::empty, text -> {
            throw new IllegalStateException("the disk is full");
        });
        assertThatThrownBy(() -> notebook.write("units", "mm")).hasMessage("the disk is full");
        assertThat(notebook.notes()).isEmpty();
    }
}
