package dev.plumbline.violations.classcycles;

final class BadSecond {
    Object next() {
        return new BadThird();
    }
}
