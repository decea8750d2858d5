/** One exchange over the network, on the caller's thread; it knows bytes and events, and nothing of what they mean. */
module dev.plumbline.http {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires org.apache.httpcomponents.core5.httpcore5;

    exports dev.plumbline.http;
}
