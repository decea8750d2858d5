package dev.plumbline.runtime;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.runtime.internal.BatchInput.Numbered;
import dev.plumbline.runtime.internal.BatchResultFile;
import dev.plumbline.runtime.internal.BatchResultFile.Result;
import dev.plumbline.runtime.internal.BatchResultFile.Totals;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Takes the answers of a batch. Used by one thread. */
interface BatchSink {
    /** Returns whether a body has an answer already. */
    boolean has(Numbered asked);

    /** Takes answers: all of them or, if it throws, none. */
    void add(List<Given> answers) throws IOException;

    /** Returns the numbers of answers and failures, and what they used. */
    Counts counts();

    /** An answer, or a failure. */
    record Given(Numbered asked, AiReturn ret) {}

    /** What was taken. */
    record Counts(long answered, long failed, Usage usage, List<Cost> costs) {}

    /** Writes answers into a file. */
    record ToFile(BatchResultFile file) implements BatchSink {
        @Override
        public boolean has(Numbered asked) {
            return file.has(asked);
        }

        @Override
        public void add(List<Given> answers) throws IOException {
            file.add(answers.stream()
                    .map(given -> Result.of(given.asked(), given.ret()))
                    .toList());
        }

        @Override
        public Counts counts() {
            Totals totals = file.totals();
            return new Counts(file.count() - file.failed(), file.failed(), totals.usage(), totals.costs());
        }
    }

    /** Passes answers on. */
    final class ToConsumer implements BatchSink {
        private final Consumer<Batch.Answer> consumer;
        private Totals totals = Totals.NONE;
        private long answered;
        private long failed;

        ToConsumer(Consumer<Batch.Answer> consumer) {
            this.consumer = consumer;
        }

        @Override
        public boolean has(Numbered asked) {
            return false;
        }

        @Override
        public void add(List<Given> answers) {
            for (Given given : answers) {
                answered += given.ret().isOk() ? 1 : 0;
                failed += given.ret().isOk() ? 0 : 1;
                totals = totals.plus(given.ret().usage(), given.ret().cost());
                consumer.accept(
                        new Batch.Answer(given.asked().line(), given.asked().fingerprint(), given.ret()));
            }
        }

        @Override
        public Counts counts() {
            return new Counts(answered, failed, totals.usage(), totals.costs());
        }
    }
}
