/** Keys and tokens: how they are fetched, kept, and put into requests. */
@NullMarked
package dev.plumbline.providers.login;

import org.jspecify.annotations.NullMarked;
