package dev.plumbline.ui;

import dev.plumbline.time.Subscription;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/** A host program with a language and words that were set. */
record HostLanguage(HostApplication program, Locale locale, Optional<ResourceBundle> words) implements HostApplication {

    @Override
    public void execute(Runnable task) {
        program.execute(task);
    }

    @Override
    public boolean isUiThread() {
        return program.isUiThread();
    }

    @Override
    public boolean canEditNow() {
        return program.canEditNow();
    }

    @Override
    public Optional<String> busyWith() {
        return program.busyWith();
    }

    @Override
    public Subscription attach() {
        return program.attach();
    }
}
