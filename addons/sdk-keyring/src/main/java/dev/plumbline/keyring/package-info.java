/** Keys of services in the keyring of the system. */
@NullMarked
package dev.plumbline.keyring;

import org.jspecify.annotations.NullMarked;
