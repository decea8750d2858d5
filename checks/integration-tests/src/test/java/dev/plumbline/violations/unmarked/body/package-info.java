/** Has a page and says nothing. */
package dev.plumbline.violations.unmarked.body;
