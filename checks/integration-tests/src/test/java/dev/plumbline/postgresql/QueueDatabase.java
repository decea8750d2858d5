package dev.plumbline.postgresql;

/** The database server of the tests, for tests of other packages. */
public final class QueueDatabase {
    private QueueDatabase() {}

    /** Returns the address of the server, which ends with this process and has all tables. */
    public static String uri() {
        String uri = PostgresServer.shared().uri();
        try (PostgresDatabase database = PostgresDatabase.at(uri)) {
            PostgresSessionStore.of(database).list(); // makes the tables
        }
        return uri;
    }

    /** Deletes all runs. */
    public static void clear() {
        PostgresServer.shared().execute("DELETE FROM plumbline.batch_item");
    }
}
