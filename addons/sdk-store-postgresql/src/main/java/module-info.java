/** Conversations, answers, budgets and runs of bodies in a PostgreSQL database. */
module dev.plumbline.postgresql {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires java.sql;
    requires org.postgresql.jdbc;
    requires com.zaxxer.hikari;

    exports dev.plumbline.postgresql;
}
