package dev.plumbline.planted.classcycles;

final class BadSecond {
    Object next() {
        return new BadThird();
    }
}
