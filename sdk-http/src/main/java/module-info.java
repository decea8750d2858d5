/** One exchange over the network, by the JDK's HTTP client; it knows bytes and events, and nothing of what they mean. */
module dev.plumbline.http {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive java.net.http;

    exports dev.plumbline.http;
}
