package dev.plumbline.postgresql;

/** The database server of the tests, for tests of other packages. */
public final class QueueDatabase {
    private QueueDatabase() {}

    /** Returns the address of the server, which ends with this process. */
    public static String uri() {
        return PostgresServer.shared().uri();
    }

    /** Deletes all runs. */
    public static void clear() {
        PostgresServer.shared().execute("DELETE FROM plumbline.batch_item");
    }
}
