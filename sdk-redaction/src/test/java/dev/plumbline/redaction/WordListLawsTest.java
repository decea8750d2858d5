package dev.plumbline.redaction;

import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.laws.RedactorLaws;

class WordListLawsTest implements RedactorLaws {
    @Override
    public Redactor redactor() {
        return new WordList("Anna Berg", "Hauptstr. 5");
    }
}
