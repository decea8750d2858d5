package dev.plumbline.store;

import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.store.FileSessionStore.FlushMode;
import dev.plumbline.store.FileSessionStore.RecordCounter;

/**
 * The options of a store's journals.
 *
 * @param seal encrypts records, or leaves them as they are
 * @param flush when files are forced to the disk
 * @param counter keeps the numbers of records elsewhere
 */
record JournalOptions(PayloadCipher seal, FlushMode flush, RecordCounter counter) {

    /** Returns options without a counter. */
    static JournalOptions of(PayloadCipher seal) {
        return new JournalOptions(seal, FlushMode.AFTER_TURN, RecordCounter.NONE);
    }

    /** Creates a reader that refuses a journal with fewer records than were counted before. */
    JournalReader reader(JournalFolder folder, String id) {
        long least = counter.find(id);
        return JournalReader.of(folder, id, seal).requireAtLeast(least);
    }
}
