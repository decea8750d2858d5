package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CacheFileFrameTest {

    @Property(tries = 300)
    @Label("Frame: of a file cut anywhere, the whole frames are read and the rest is the torn tail")
    void cut_anywhere_keeps_whole_frames(
            @ForAll @Size(max = 6) List<@Size(max = 40) byte[]> payloads, @ForAll @IntRange(max = 300) int cut) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        payloads.forEach(payload -> file.writeBytes(CacheFileFrame.of(payload)));
        byte[] torn = Arrays.copyOf(file.toByteArray(), Math.min(cut, file.size()));
        ByteBuffer bytes = ByteBuffer.wrap(torn);
        List<byte[]> read = new ArrayList<>();
        for (Optional<byte[]> next = CacheFileFrame.next(bytes); next.isPresent(); next = CacheFileFrame.next(bytes)) {
            read.add(next.get());
        }
        int whole = 0;
        for (int end = 0; whole < payloads.size(); whole++) {
            end += CacheFileFrame.HEAD + payloads.get(whole).length;
            if (end > torn.length) {
                break;
            }
        }
        assertThat(read).hasSize(whole);
        for (int i = 0; i < whole; i++) {
            assertThat(read.get(i)).isEqualTo(payloads.get(i));
        }
        assertThat(bytes.position())
                .isEqualTo(read.stream()
                        .mapToInt(p -> p.length + CacheFileFrame.HEAD)
                        .sum());
    }

    @Property(tries = 200)
    @Tag("F85")
    @Label("Frame: one changed bit anywhere is seen")
    void changed_bit_is_seen(@ForAll @Size(max = 60) byte[] payload, @ForAll @IntRange(max = 10_000) int where) {
        byte[] frame = CacheFileFrame.of(payload);
        int bit = where % (8 * frame.length);
        frame[bit / 8] ^= (byte) (1 << (bit % 8));
        assertThat(CacheFileFrame.only(frame)).isEmpty();
    }
}
