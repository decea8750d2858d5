package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PayloadCipher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Repairs a journal. The caller holds the lock of the conversation. One thread. */
final class JournalRepair {
    private final JournalFolder folder;
    private final String id;
    private final PayloadCipher seal;

    /** The number of records before the first damage. */
    private long before;

    /** The number of records read after it. */
    private long behind;

    /** The length of these records in the file in bytes. */
    private long kept;

    private boolean isDamaged;

    private JournalRepair(JournalFolder folder, String id, PayloadCipher seal) {
        this.folder = folder;
        this.id = id;
        this.seal = seal;
    }

    /**
     * Checks that a file is only torn at its end, as after a crash.
     *
     * @throws DamagedSessionException if there are complete records after the position at which reading stopped
     */
    static void requireTornEnd(JournalFolder folder, String id, PayloadCipher seal, JournalReader reader)
            throws IOException {
        RecordCipher cipher = new RecordCipher(seal, id, reader.version());
        RecordCipher.Link at = new RecordCipher.Link(
                reader.link().position(), reader.stopped(), reader.link().tag());
        try (JournalSalvage salvage = new JournalSalvage(folder.journal(id), cipher)) {
            if (reader.stopped() > 0 && salvage.next(at).isPresent()) {
                throw cipher.damaged(at.position(), "is damaged, and records behind it can be read");
            }
        }
    }

    /** Rewrites a journal with only its first records, in the current version. */
    static RecordCipher.Link rewriteFirst(JournalFolder folder, String id, PayloadCipher seal, long records)
            throws IOException {
        try (JournalReader reader = JournalReader.of(folder, id, seal);
                JournalRewrite fresh = new JournalRewrite(folder, id, seal)) {
            for (long i = 0; i < records; i++) {
                fresh.add(reader.next());
            }
            return fresh.finish();
        }
    }

    /**
     * Copies a damaged journal and rewrites it with the readable records; empty for a journal without damage. Afterwards
     * the counter has the number of its records.
     *
     * @throws DamagedSessionException if no record can be read with this key
     */
    static Optional<SessionStore.Damage> repair(JournalFolder folder, String id, JournalOptions options)
            throws IOException {
        Path journal = folder.journal(id);
        Optional<SessionStore.Damage> found = Optional.empty();
        if (Files.exists(journal) && Files.size(journal) >= JournalFraming.HEADER) {
            found = new JournalRepair(folder, id, options.seal()).run(journal);
        } // otherwise torn before its first record; opening cuts it
        long left;
        try (JournalReader reader = JournalReader.of(folder, id, options.seal())) {
            reader.skipAll();
            left = reader.link().position();
        }
        if (found.isEmpty() && left < options.counter().find(id)) {
            Path aside = Files.exists(journal) ? folder.keep(id, 0) : journal;
            found = Optional.of(new SessionStore.Damage(left, 0, 0, aside.toString()));
        }
        if (found.isPresent()) {
            options.counter().store(id, left);
        }
        return found;
    }

    private Optional<SessionStore.Damage> run(Path journal) throws IOException {
        RecordCipher cipher = new RecordCipher(seal, id, version(journal));
        try (JournalRewrite fresh = new JournalRewrite(folder, id, seal);
                JournalSalvage salvage = new JournalSalvage(journal, cipher)) {
            addAll(salvage, fresh);
            long lost = Files.size(journal) - kept;
            if (!isDamaged) {
                return Optional.empty();
            }
            if (before + behind == 0) {
                throw cipher.damaged(0, "and all others cannot be read: is it the key of this conversation?");
            }
            Path aside = folder.keep(id, 0);
            fresh.finish();
            return Optional.of(new SessionStore.Damage(before, behind, lost, aside.toString()));
        }
    }

    /**
     * Adds the readable records. A batch without an end was never acknowledged and may be left by a crash; in a damaged
     * file it may also be a batch whose end is damaged.
     */
    private void addAll(JournalSalvage salvage, JournalRewrite fresh) throws IOException {
        RecordCipher.Link at = RecordCipher.Link.FIRST;
        List<RecordCipher.Opened> batch = new ArrayList<>();
        for (Optional<RecordCipher.Opened> next = salvage.next(at); next.isPresent(); next = salvage.next(at)) {
            RecordCipher.Opened opened = next.get();
            if (!opened.link().equals(at)) {
                addBatch(batch, fresh);
                isDamaged = true;
            }
            batch.add(opened);
            if (!opened.hasMore()) {
                addBatch(batch, fresh);
            }
            at = opened.next();
        }
        isDamaged = isDamaged || !isReadable();
        if (isDamaged) {
            addBatch(batch, fresh);
        }
    }

    private void addBatch(List<RecordCipher.Opened> batch, JournalRewrite fresh) throws IOException {
        for (RecordCipher.Opened opened : batch) {
            fresh.add(opened.text());
            kept += opened.next().offset() - opened.link().offset();
        }
        before += isDamaged ? 0 : batch.size();
        behind += isDamaged ? batch.size() : 0;
        batch.clear();
    }

    /** Returns whether a reader gets the same records; any further bytes are at most a torn end. */
    private boolean isReadable() {
        try (JournalReader reader = JournalReader.of(folder, id, seal)) {
            reader.skipAll();
            return reader.link().position() == before;
        } catch (DamagedSessionException e) {
            return false;
        }
    }

    private int version(Path journal) throws IOException {
        try (InputStream in = ForeignFile.openOwn(journal)) {
            byte[] header = in.readNBytes(JournalFraming.HEADER);
            isDamaged = !JournalFraming.isJournal(header);
            kept = isDamaged ? 0 : JournalFraming.HEADER;
            return isDamaged ? JournalFraming.VERSION : JournalFraming.version(header, seal.isEncrypting());
        }
    }
}
