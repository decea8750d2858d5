package dev.plumbline.planted.classcycles;

final class BadFirst {
    BadSecond next() {
        return new BadSecond();
    }
}
