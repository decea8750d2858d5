/** The programs of docs/coming-from-java.md in the libraries that readers come from. They are compiled, and not run. */
package dev.plumbline.comparison.comingfrom;
