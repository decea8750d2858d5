/** Answers and budgets that several machines share, on a server of Redis or Valkey. */
@NullMarked
package dev.plumbline.redis;

import org.jspecify.annotations.NullMarked;
