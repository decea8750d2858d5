package dev.plumbline.policy;

/** A policy under the name it was registered with. */
record Layer(String name, Policy policy) {

    String shape() {
        if (policy instanceof RequestPolicy) {
            return "request";
        }
        return policy instanceof ResponsePolicy ? "response" : "around";
    }
}
