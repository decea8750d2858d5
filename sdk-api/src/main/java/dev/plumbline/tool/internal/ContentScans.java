package dev.plumbline.tool.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scans contents as a whole before a part of them is given away, each of them once. Without redaction nothing is
 * scanned. Thread-safe.
 */
public final class ContentScans {
    /** Scans nothing. */
    public static final ContentScans NONE = new ContentScans(Optional.empty());

    /** The maximum size of a content that is scanned, in bytes: a scan needs the whole of it in memory. */
    public static final long LONGEST = 16L << 20;

    /** Stands for the digest of the settings where nothing is scanned. */
    private static final String OFF = "off";

    private static final int MOST_POSITIONS = 200_000;
    private static final float LOAD = 0.75f;

    private final Optional<ContentScanner> scanner;
    private final Map<String, Marks> known = new LinkedHashMap<>(16, LOAD, true);
    private int positions;

    public ContentScans(Optional<ContentScanner> scanner) {
        this.scanner = scanner;
    }

    /** Returns whether contents are scanned. */
    public boolean isOn() {
        return scanner.isPresent();
    }

    /** Returns what finds values; empty without redaction. */
    public Optional<ContentScanner> scanner() {
        return scanner;
    }

    /** Returns a content with its marks. */
    public Json marked(Json content, Cancellation cancellation) {
        return scanner.isEmpty()
                ? content
                : scanner.get().marks(content, cancellation).mark(content, "");
    }

    /** Returns a part of a content that was scanned, with the digest of the settings of the scan. */
    public Json part(Json part) {
        return Marks.ofSettings(part, scanner.map(ContentScanner::settings).orElse(OFF));
    }

    /** Returns a text of which only a part can be given away as a string; its values are replaced by their kinds. */
    public String masked(String text, Cancellation cancellation) {
        return scanner.isEmpty() ? text : scanner.get().masked(text, cancellation);
    }

    /**
     * Returns the marks of a stored content.
     *
     * @param reference the digest of the content, under which its marks are kept
     * @param content reads the whole content
     * @throws IOException if it cannot be read
     */
    public Marks marks(String reference, WholeContent content, Cancellation cancellation) throws IOException {
        if (scanner.isEmpty()) {
            return Marks.NONE;
        }
        String its = reference + ' ' + scanner.get().version();
        Marks before = known(its);
        if (before != null) {
            return before;
        }
        Marks marks = scanner.get().marks(content.read(), cancellation);
        keep(its, marks);
        return marks;
    }

    private synchronized @Nullable Marks known(String reference) {
        return known.get(reference);
    }

    private synchronized void keep(String reference, Marks marks) {
        Marks before = known.put(reference, marks);
        positions += 1 + marks.size() - (before == null ? 0 : 1 + before.size());
        Iterator<Marks> eldest = known.values().iterator();
        while (positions > MOST_POSITIONS && known.size() > 1) {
            positions -= 1 + eldest.next().size();
            eldest.remove();
        }
    }

    /** Reads a whole content. */
    @FunctionalInterface
    public interface WholeContent {
        Json read() throws IOException;
    }
}
