package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The built-in detectors; of equal matches the first detector's counts. */
final class BuiltInDetectors {
    private BuiltInDetectors() {}

    /** Returns a finder of these kinds, in plain text and in encodings. */
    static MatchFinder of(Set<RedactionOptions.Kind> kinds) {
        return of(kinds, Optional.empty());
    }

    /** Returns a finder of these kinds that also finds phone numbers as they are written in that country. */
    static MatchFinder of(Set<RedactionOptions.Kind> kinds, Optional<String> country) {
        List<Detector> plain = new ArrayList<>();
        for (Detector detector : List.of(
                new CredentialDetector(),
                new SecretDetector(),
                new UnnamedSecretDetector(),
                new EmailDetector(),
                new IbanDetector(),
                new PaymentCardDetector(),
                new NationalIdDetector(),
                new IpAddressDetector(),
                new PhoneDetector(country.isPresent() ? PhonePlan.of(country.get()) : null),
                new UrlDetector())) {
            if (kinds.contains(RedactionOptions.Kind.valueOf(detector.kind()))) {
                plain.add(detector);
            }
        }
        List<Detector> all = new ArrayList<>(plain);
        all.add(new EncodedDataDetector(MatchFinder.of(plain)));
        return MatchFinder.of(all);
    }
}
