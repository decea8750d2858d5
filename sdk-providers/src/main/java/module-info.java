/** One class per wire format over the JDK's HTTP client. */
module dev.plumbline.providers {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires com.github.benmanes.caffeine;
    requires java.net.http;

    exports dev.plumbline.providers;
}
