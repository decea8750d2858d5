package dev.plumbline.extensions;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import java.util.function.Consumer;

/** An extension with an id, as a record. */
record NamedExtension(String id, Consumer<Contributions> parts) implements Extension {

    @Override
    public void contribute(Contributions to) {
        parts.accept(to);
    }
}
