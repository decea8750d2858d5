package dev.plumbline.violations.unmarked.body;

/** Its package has a page that does not say it. */
final class BadPackageInfo {
    private BadPackageInfo() {}
}
