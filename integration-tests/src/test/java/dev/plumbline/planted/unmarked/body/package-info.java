/** Has a page and says nothing. */
package dev.plumbline.planted.unmarked.body;
