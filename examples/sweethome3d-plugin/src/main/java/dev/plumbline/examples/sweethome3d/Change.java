package dev.plumbline.examples.sweethome3d;

/** One edit, made already, that can be taken back and made again any number of times. */
interface Change {
    void undo();

    void redo();

    /** Of two actions. */
    static Change of(Runnable redo, Runnable undo) {
        return new Change() {
            @Override
            public void undo() {
                undo.run();
            }

            @Override
            public void redo() {
                redo.run();
            }
        };
    }
}
