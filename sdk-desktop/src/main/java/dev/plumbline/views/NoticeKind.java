package dev.plumbline.views;

/** The kind of a notice of a {@link ChatPanel}: decides its title and colour. */
public enum NoticeKind {
    /** Shown in the colour of text. */
    INFORMATION,
    /** Shown in amber: something was not done. */
    WARNING,
    /** Shown in red: something does not work. */
    ERROR
}
