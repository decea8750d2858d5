package dev.plumbline.redaction;

import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Made-up texts of drawings, plans and programs that look like values and are none. {@code #} is any digit, {@code N}
 * one from 2 to 9, {@code x} a hexadecimal digit, {@code @} a letter.
 */
final class NearMisses {
    static final List<String> KINDS = List.of("MAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "IP", "KEY");

    private static final Map<String, List<String>> FORMS = Map.of(
            "MAIL",
            List.of(
                    "rebar T1^~1#0 c/c top",
                    "Ø1^ ~ 1#0 bottom",
                    "~Override void paint()",
                    "~anna wrote at 1^:##",
                    "price ~ ^.#0 each",
                    "npm install ~types/node",
                    "npm i react~1^.#.#",
                    "Bewehrung Ø1^~150 oben, Ø1#~200 unten",
                    "root~localhost",
                    "beam 300x500~^.##m"),
            "PHONE",
            List.of(
                    "call on 2^.0^.202^ at 1#:^0",
                    "tel. meeting 0^/1^/202^",
                    "phone booth ^##0 x 1^00 x 2^00",
                    "telephone room 0^.1#4, ^2 m2",
                    "Telefonat vom 1^.0^.2024 10:#0",
                    "Fax vom 2#.1^.1998",
                    "mobile shelf ^400 x 1^00 x 7#0 mm",
                    "Mobilkran 1#00 2^00 3##0 kg",
                    "Desk 1^00 8## 7^0",
                    "ring beam 2^00 1^00 3^00",
                    "Ringanker 24/^5, l = 1^.##0 m",
                    "cell size 1^00 8## 7^0",
                    "Handlauf h=1^00, 4^.^ mm",
                    "X=2^###.### Y=5^###.### Z=##.###",
                    "2600^##.## 1200^##.##",
                    "DIN EN 1992-1-1:201^-0^",
                    "ISO 10303-21:20##-0^",
                    "M 1:^00, Blatt 0^.12",
                    "0-A-WALL-^###",
                    "20^##1#1_1^3045_plan.dwg",
                    "Raum 0^.2.10#, ^4,5# m²",
                    "EUR 1.^50.###,00",
                    "from 01.0^.2024 to 2^.0^.2024",
                    "appel du 1^/0^/2025 à 1#h30",
                    "llamada 2^-0^-2025 1#:30:00",
                    "Pos. 0^.03.00#0 Beton",
                    "^800 2^00 1^00 C30/37",
                    "HEB ^00 S355 l = ^500",
                    "callout ^500 2^00 1100",
                    "phone: ^#00 mm from the floor",
                    "Telefon h = 1^00 mm, b = 4^0 mm",
                    "4711-0^15-1^",
                    "WBS 1.^.3.4#.6"),
            "CARD",
            List.of(
                    "EAN 4^0638133393#",
                    "GTIN 0401234567####",
                    "part number 9#############",
                    "handle 0x1F%%%%%%%%",
                    "scale 0.4111111111111111",
                    "3.14159265358979#",
                    "202^0#1512300#",
                    "176722560####",
                    "4000 5000 6000 70#0 mm",
                    "1^00 2^00 3^00 4^00 5^00",
                    "id %%%%%%%%-%%%%-4%%%-8%%%-%%%%%%%%%%%%"),
            "IBAN",
            List.of(
                    "DE12 beams ^#0 x ^#0",
                    "type ES24 1#00 2#00 3#00",
                    "GB22 profile ^### mm",
                    "layer PT25-WALL-^#00",
                    "CH21 ABCD EFGH",
                    "FR27 façade 12## 34##",
                    "AT20 DE22 NO15 axis",
                    "material AL28, plate SE24 ^###"),
            "NATIONAL_ID",
            List.of(
                    "part 123-4#-678",
                    "000-1^-34##",
                    "666-1^-34##",
                    "90^.1#.22",
                    "drawing 12-345-67##",
                    "mark AB 12 ^#",
                    "grid A1 B2^ C3",
                    "steel S235JR ^#0",
                    "756.12.34",
                    "26##^1-12 plan",
                    "type RSSMRA80",
                    "BX1^ Z22",
                    "axis X1^34 mm",
                    "profile UB 305x165x^0"),
            "IP",
            List.of(
                    "version 1^.2.3.4#",
                    "v ^.1#.0.3",
                    "section ^.2.1#.3",
                    "Kapitel 1^.3.4.5",
                    "Abschnitt 1^.2.1.12",
                    "Pos. 10.^0.30.40",
                    "Position 1#.20.1.5",
                    "chapitre 1^.3.4.5",
                    "capítulo 1^.3.4.5",
                    "Version: 1^.0.1.22#",
                    "Revit 2^.1.20.44",
                    "1.2.3.^.5",
                    "300.^00.1.2",
                    "at 1#:3^:45",
                    "std::vector<int>",
                    "scale 1:2:^",
                    "a::b::c()",
                    "00:1A:2B:3C:4D:5%",
                    "LV 0^.02.0030",
                    "^^.2#.^0.5 m3",
                    "§ 1#.2.3.4",
                    "item 1^.4.2.1"),
            "KEY",
            List.of(
                    "commit %%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%",
                    "%%%%%%%%-%%%%-4%%%-8%%%-%%%%%%%%%%%%",
                    "A-WALL-FULL-DEMO-^100-EXTERIOR",
                    "sk-learn-is-a-library-for-python",
                    "password: required field",
                    "Passwort: vergessen",
                    "the password: ********",
                    "token: null",
                    "token: string | undefined",
                    "pin: ^ holes",
                    "PIN: 1^ mm steel",
                    "Bolzen pin: 12x##0",
                    "Schlüssel: siehe Schliessplan",
                    "Türschlüssel: Zylinder",
                    "key: layer_name",
                    "secret: false",
                    "api key: see settings",
                    "IfcWallStandardCase_^###_Level01",
                    "GUID 2O2Fr$t4X7Zf8NOew3FN##",
                    "#^## = IFCWALL('2O2Fr$t4X7Zf8NOew3FL#r',#5,$)",
                    "Steel_Column_HEB_^00_S355_Type_0#",
                    "data:text/plain;base64,SGVsbG8gd29ybGQ="));

    private final Random random;

    NearMisses(Random random) {
        this.random = random;
    }

    String next(String kind) {
        List<String> forms = FORMS.getOrDefault(kind, List.of());
        StringBuilder text = new StringBuilder();
        for (char c : forms.get(random.nextInt(forms.size())).toCharArray()) {
            text.append(
                    switch (c) {
                        case '#' -> (char) ('0' + random.nextInt(10));
                        case '^' -> (char) ('2' + random.nextInt(8));
                        case '%' -> "0123456789abcdef".charAt(random.nextInt(16));
                        case '~' -> '@';
                        default -> c;
                    });
        }
        return text.toString();
    }
}
