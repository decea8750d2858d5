/**
 * Planted faults: small implementations of the extension points with one error each, and the run that says which law
 * finds which.
 */
package dev.plumbline.testkit.faults;
