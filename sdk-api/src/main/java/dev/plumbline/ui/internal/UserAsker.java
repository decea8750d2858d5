package dev.plumbline.ui.internal;

import dev.plumbline.ui.UserInput;

/** Makes the person of a turn known to a policy by its name. */
@FunctionalInterface
public interface UserAsker {
    /** Returns the person, asked by code of that name. */
    UserInput as(String who);
}
