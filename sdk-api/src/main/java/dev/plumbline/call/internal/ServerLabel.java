package dev.plumbline.call.internal;

import dev.plumbline.event.TelemetryName;
import java.net.URI;
import java.util.Optional;

/** The host and port of an address, as a label of telemetry. */
public final class ServerLabel {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private ServerLabel() {}

    /** Returns host and port, e.g. {@code localhost:11434}; empty for an address without a host, and for one that is not a label. */
    public static Optional<TelemetryName> of(String endpoint) {
        URI address;
        try {
            address = URI.create(endpoint);
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
        if (address.getHost() == null) {
            return Optional.empty();
        }
        String host = address.getHost().replace("[", "").replace("]", "");
        int standard = "http".equals(address.getScheme()) ? HTTP : HTTPS;
        TelemetryName label = TelemetryName.of(host + ":" + (address.getPort() < 0 ? standard : address.getPort()));
        return label.equals(TelemetryName.OTHER) ? Optional.empty() : Optional.of(label);
    }
}
