package dev.plumbline.violations.classcycles;

final class BadFirst {
    BadSecond next() {
        return new BadSecond();
    }
}
