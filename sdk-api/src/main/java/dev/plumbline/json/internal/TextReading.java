package dev.plumbline.json.internal;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a type whose JSON is a string from strings alone, in its own form alone. Data binding would also read a number as a
 * time since 1970, a list as a date, and the day of a text that has a time, too.
 */
final class TextReading extends DelegatingDeserializer {
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+(?:[.][0-9]+)?");
    private static final int UUID_LENGTH = 36;

    private static final Map<Class<?>, Form> FORMS = Map.ofEntries(
            Map.entry(
                    Instant.class,
                    new Form("a date, a time and an offset, such as 2026-03-01T09:30:00Z", TextReading::isNoNumber)),
            Map.entry(
                    OffsetDateTime.class,
                    new Form(
                            "a date, a time and an offset, such as 2026-03-01T09:30:00+01:00",
                            TextReading::isNoNumber)),
            Map.entry(
                    ZonedDateTime.class,
                    new Form(
                            "a date, a time and an offset, such as 2026-03-01T09:30:00+01:00",
                            TextReading::isNoNumber)),
            Map.entry(LocalDate.class, new Form("a date without a time, such as 2026-03-01", TextReading::isOneOfTwo)),
            Map.entry(LocalDateTime.class, new Form("a date and a time without offset, such as 2026-03-01T09:30:00")),
            Map.entry(LocalTime.class, new Form("a time without offset, such as 09:30:00", TextReading::isOneOfTwo)),
            Map.entry(OffsetTime.class, new Form("a time with an offset, such as 09:30:00+01:00")),
            Map.entry(YearMonth.class, new Form("a year and a month, such as 2026-03")),
            Map.entry(MonthDay.class, new Form("a month and a day, such as --03-01")),
            Map.entry(Duration.class, new Form("a duration, such as PT1H30M", TextReading::isNoNumber)),
            Map.entry(Period.class, new Form("a period, such as P1Y2M3D")),
            Map.entry(ZoneId.class, new Form("a time zone, such as Europe/Berlin")),
            Map.entry(ZoneOffset.class, new Form("an offset, such as +01:00")),
            Map.entry(URI.class, new Form("an address")),
            Map.entry(UUID.class, new Form("a UUID", text -> text.length() == UUID_LENGTH)));

    private final Class<?> type;
    private final Form form;

    private TextReading(Class<?> type, Form form, ValueDeserializer<?> found) {
        super(found);
        this.type = type;
        this.form = form;
    }

    /** Returns a deserializer that reads strings alone, if the type is one of these. */
    static ValueDeserializer<?> of(Class<?> type, ValueDeserializer<?> found) {
        Form form = FORMS.get(type);
        return form == null ? found : new TextReading(type, form, found);
    }

    /** Returns the words for the text that a type is read from; empty for other types. */
    static Optional<String> words(Class<?> type) {
        return Optional.ofNullable(FORMS.get(type)).map(Form::words);
    }

    /** Returns whether a text has no T, which is between a date and a time. */
    private static boolean isOneOfTwo(String text) {
        return text.indexOf('T') < 0 && text.indexOf('t') < 0;
    }

    private static boolean isNoNumber(String text) {
        return !NUMBER.matcher(text).matches();
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> found) {
        return new TextReading(type, form, found);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return context.handleUnexpectedToken(context.constructType(type), parser);
        }
        return form.accepts().test(parser.getString())
                ? super.deserialize(parser, context)
                : context.handleWeirdStringValue(type, parser.getString(), form.words());
    }

    /** The text of a type: the words for it, and which texts are refused although data binding would read them. */
    private record Form(String words, Predicate<String> accepts) {
        Form(String words) {
            this(words, text -> true);
        }
    }
}
