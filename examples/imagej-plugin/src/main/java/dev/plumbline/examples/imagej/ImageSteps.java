package dev.plumbline.examples.imagej;

import dev.plumbline.mcp.McpChanges;
import dev.plumbline.tool.ToolException;
import ij.ImagePlus;
import ij.Undo;
import ij.WindowManager;
import org.jspecify.annotations.Nullable;

/**
 * The image that agents work on, and its undo steps. ImageJ can take back one step, the last one; a compound step lasts
 * from the beginning of a change to its end. Used on the UI thread.
 */
final class ImageSteps implements McpChanges {
    private @Nullable ImagePlus opened;
    private String change = "";

    void open(ImagePlus image) {
        opened = image;
    }

    /** Returns the image in front; without a window, the one that was opened last. */
    ImagePlus image() {
        ImagePlus front = WindowManager.getCurrentImage();
        ImagePlus image = front == null ? opened : front;
        if (image == null) {
            throw new ToolException("No image is open. Use openImage first.");
        }
        return image;
    }

    /** Returns the title of the image; empty without one. */
    String title() {
        ImagePlus front = WindowManager.getCurrentImage();
        return front == null ? "" : front.getTitle();
    }

    /** Makes an edit, as a step of its own unless it belongs to the open change. */
    void edit(String turn, Runnable edit) {
        boolean alone = !turn.equals(change);
        if (alone) {
            Undo.setup(Undo.COMPOUND_FILTER, image());
        }
        edit.run();
        image().updateAndDraw();
        if (alone) {
            Undo.setup(Undo.COMPOUND_FILTER_DONE, image());
        }
    }

    /** Takes the last step back. */
    void undo() {
        WindowManager.setTempCurrentImage(Thread.currentThread(), image());
        try {
            Undo.undo();
        } finally {
            WindowManager.setTempCurrentImage(Thread.currentThread(), null);
        }
    }

    @Override
    public void begin(String id, String title) {
        if (opened != null || WindowManager.getCurrentImage() != null) {
            change = id;
            Undo.setup(Undo.COMPOUND_FILTER, image());
        }
    }

    @Override
    public void end(String id) {
        if (id.equals(change)) {
            change = "";
            Undo.setup(Undo.COMPOUND_FILTER_DONE, image());
        }
    }
}
