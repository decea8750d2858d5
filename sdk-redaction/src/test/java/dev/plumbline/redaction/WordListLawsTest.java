package dev.plumbline.redaction;

import dev.plumbline.extend.Redactor;
import dev.plumbline.testkit.RedactorLaws;

class WordListLawsTest implements RedactorLaws {
    @Override
    public Redactor redactor() {
        return new WordList("Anna Berg", "Hauptstr. 5");
    }
}
