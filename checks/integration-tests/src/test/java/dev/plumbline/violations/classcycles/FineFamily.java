package dev.plumbline.violations.classcycles;

sealed interface FineFamily permits FineMember {
    static FineFamily of() {
        return new FineMember();
    }
}
