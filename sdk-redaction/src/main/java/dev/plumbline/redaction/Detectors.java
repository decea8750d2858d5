package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The built-in detectors; of equal finds the first one's counts. */
final class Detectors {
    private Detectors() {}

    static Finder of(Set<RedactionOptions.Kind> kinds) {
        List<Detector> plain = new ArrayList<>(List.of(
                new KeyDetector(),
                new MailDetector(),
                new IbanDetector(),
                new CardDetector(),
                new NationalIdDetector(),
                new IpDetector(),
                new PhoneDetector()));
        plain.removeIf(detector -> !kinds.contains(detector.kind()));
        List<Detector> all = new ArrayList<>(plain);
        if (kinds.contains(RedactionOptions.Kind.ENCODED)) {
            all.add(new EncodedDetector(new Finder(plain)));
        }
        return new Finder(all);
    }
}
