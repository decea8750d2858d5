package dev.plumbline.store;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A journal cut into its header and its frames, so that a test can put them together in another way. */
final class JournalFrames {
    private JournalFrames() {}

    /** The header, and each frame. */
    static List<byte[]> of(byte[] file) {
        List<byte[]> frames = new ArrayList<>();
        frames.add(Arrays.copyOf(file, JournalFraming.HEADER));
        for (int at = JournalFraming.HEADER; at < file.length; ) {
            int end = at
                    + JournalFraming.FRAME
                    + JournalFraming.length(ByteBuffer.wrap(file, at, 4).getInt());
            frames.add(Arrays.copyOfRange(file, at, end));
            at = end;
        }
        return frames;
    }

    static byte[] joined(List<byte[]> frames) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        frames.forEach(file::writeBytes);
        return file.toByteArray();
    }

    /** Where the frame of a record begins. */
    static int offset(byte[] file, int record) {
        return of(file).subList(0, record + 1).stream()
                .mapToInt(frame -> frame.length)
                .sum();
    }
}
