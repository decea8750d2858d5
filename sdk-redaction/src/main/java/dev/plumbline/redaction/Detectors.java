package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The built-in detectors; of equal finds the first one's counts. */
final class Detectors {
    private Detectors() {}

    /** Those of the kinds, in plain text and in encodings. */
    static Finder of(Set<RedactionOptions.Kind> kinds) {
        List<Detector> plain = new ArrayList<>();
        for (Detector detector : List.of(
                new KeyDetector(),
                new MailDetector(),
                new IbanDetector(),
                new CardDetector(),
                new NationalIdDetector(),
                new IpDetector(),
                new PhoneDetector())) {
            if (kinds.contains(RedactionOptions.Kind.valueOf(detector.kind()))) {
                plain.add(detector);
            }
        }
        List<Detector> all = new ArrayList<>(plain);
        all.add(new EncodedDetector(Finder.of(plain)));
        return Finder.of(all);
    }
}
