package dev.plumbline.planted.classcycles;

sealed interface FineFamily permits FineMember {
    static FineFamily of() {
        return new FineMember();
    }
}
