package dev.plumbline.redaction;

import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.laws.RedactorLaws;

class WordListRedactorLawsTest implements RedactorLaws {
    @Override
    public Redactor redactor() {
        return new WordListRedactor("Anna Berg", "Hauptstr. 5");
    }
}
