/** What a front end shows of a conversation: rows under keys, and what changes of them. */
module dev.plumbline.views {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;

    exports dev.plumbline.views;
}
