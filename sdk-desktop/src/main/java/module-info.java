/** The rows that a front end shows of a conversation, and their changes. */
module dev.plumbline.desktop {
    requires static org.jspecify;
    requires static java.desktop;
    requires transitive dev.plumbline.api;
    requires org.commonmark;
    requires org.commonmark.ext.gfm.tables;

    exports dev.plumbline.views;
}
