package dev.plumbline.call.internal;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable list of tools that computes the canonical form of each schema once, because a runtime offers the same
 * tools with every call and each fingerprint needs them. Who offers the same tools again passes the same list. Immutable
 * and thread-safe.
 */
public final class ToolDefinitionList extends AbstractList<ToolDefinition> implements RandomAccess {
    private final ToolDefinition[] tools;

    /** The canonical forms: of each tool's input schema, and behind it of its output schema; null before the first use. */
    private final AtomicReferenceArray<byte @Nullable []> forms;

    private volatile @Nullable String digest;

    /** Who found nothing wrong with the list; weak, because a program may keep its list longer than a runtime. */
    private volatile @Nullable WeakReference<Object> foundSound;

    private ToolDefinitionList(List<ToolDefinition> tools) {
        this.tools = List.copyOf(tools).toArray(new ToolDefinition[0]);
        this.forms = new AtomicReferenceArray<>(2 * this.tools.length);
    }

    /**
     * Returns the list as one of these; itself if it is one.
     *
     * @throws NullPointerException if a tool is null
     */
    public static ToolDefinitionList of(List<ToolDefinition> tools) {
        return tools instanceof ToolDefinitionList known ? known : new ToolDefinitionList(tools);
    }

    @Override
    public ToolDefinition get(int index) {
        return tools[index];
    }

    @Override
    public int size() {
        return tools.length;
    }

    /** Adds the number of tools and all that is sent of each to a digest. */
    public void addTo(Digest to) {
        to.number(tools.length);
        for (int i = 0; i < tools.length; i++) {
            to.text(tools[i].name()).text(tools[i].description()).canonical(inputSchema(i));
            if (tools[i].outputSchema().isPresent()) {
                to.canonical(outputSchema(i));
            } else {
                to.absent();
            }
        }
    }

    /** Returns a digest of all that is sent; computed once. */
    public String digest() {
        String known = digest;
        if (known == null) {
            Digest all = Digest.of("plb1/tools");
            addTo(all);
            known = all.fingerprint().text();
            digest = known;
        }
        return known;
    }

    /** Returns whether that checker was the last that found nothing wrong with the list, which never changes. */
    public boolean isSoundFor(Object checker) {
        WeakReference<Object> last = foundSound;
        return last != null && last.refersTo(checker);
    }

    /** Remembers that this checker found nothing wrong. */
    public void markSound(Object checker) {
        foundSound = new WeakReference<>(checker);
    }

    byte[] inputSchema(int index) {
        return form(2 * index, tools[index].inputSchema());
    }

    /** Returns the form of the output schema, which is there. */
    byte[] outputSchema(int index) {
        return form(2 * index + 1, tools[index].outputSchema().orElseThrow());
    }

    /** Two threads may both compute a form, which is the same. */
    private byte[] form(int at, Json schema) {
        byte[] known = forms.get(at);
        if (known == null) {
            known = schema.canonicalBytes();
            forms.set(at, known);
        }
        return known;
    }
}
