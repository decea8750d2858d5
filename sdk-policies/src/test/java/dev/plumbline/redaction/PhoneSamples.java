package dev.plumbline.redaction;

import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Made-up telephone numbers in the forms of each country's numbering plan: {@code #} is any digit, {@code N} one from 2
 * to 9.
 */
final class PhoneSamples {
    private static final Map<String, List<String>> FORMS = Map.ofEntries(
            Map.entry(
                    "en",
                    List.of(
                            "+44 20 N### ####",
                            "020 7### ####",
                            "07### ######",
                            "(N##) N##-####",
                            "N##-N##-####",
                            "+1 N## N## ####",
                            "+1 (N##) N##-####",
                            "N##.N##.####",
                            "1300 ### ###",
                            "N######### ext. ##")),
            Map.entry(
                    "de",
                    List.of(
                            "+49 30 ########",
                            "030 / ########",
                            "0171/#######",
                            "(089) ######",
                            "+49 (0)89 ######-##",
                            "0049 30 #######",
                            "0711 ######",
                            "+43 1 #######",
                            "044 ### ## ##")),
            Map.entry(
                    "fr",
                    List.of(
                            "01 ## ## ## ##",
                            "06.##.##.##.##",
                            "+33 1 ## ## ## ##",
                            "+33 (0)6 ## ## ## ##",
                            "0033 6 ## ## ## ##",
                            "06########",
                            "04-##-##-##-##")),
            Map.entry(
                    "es", List.of("6## ## ## ##", "91 ### ## ##", "+34 6## ### ###", "9########", "0034 91# ### ###")),
            Map.entry("it", List.of("02 ########", "3## #######", "+39 06 #######", "+39 3## ### ####", "06/#######")),
            Map.entry(
                    "pt",
                    List.of("21# ### ###", "91# ### ###", "+351 91# ### ###", "(11) 9####-####", "+55 11 9####-####")),
            Map.entry(
                    "nl",
                    List.of("06 ########", "020 ### ####", "+31 6 ## ## ## ##", "06-########", "+31 (0)20 ### ####")),
            Map.entry("pl", List.of("5## ### ###", "22 ### ## ##", "+48 5## ### ###", "(22) ###-##-##", "5########")),
            Map.entry(
                    "sv",
                    List.of(
                            "08-### ### ##",
                            "070-### ## ##",
                            "+46 70 ### ## ##",
                            "+46 (0)8 ### ### ##",
                            "0707 ## ## ##")),
            Map.entry(
                    "ru",
                    List.of(
                            "+7 (495) ###-##-##",
                            "8 (495) ###-##-##",
                            "+7 9## ###-##-##",
                            "8 800 ###-##-##",
                            "8-9##-###-##-##",
                            "89#########")),
            Map.entry(
                    "zh",
                    List.of("138 #### ####", "010-########", "+86 138 #### ####", "021 #### ####", "13#########")),
            Map.entry(
                    "ja",
                    List.of("03-####-####", "090-####-####", "+81 3-####-####", "+81 90 #### ####", "0120-###-###")),
            Map.entry(
                    "ko",
                    List.of("02-###-####", "010-####-####", "+82 10-####-####", "031-###-####", "010 #### ####")));

    private final Random random;

    PhoneSamples(Random random) {
        this.random = random;
    }

    String next(String language) {
        List<String> forms = FORMS.getOrDefault(language, List.of());
        StringBuilder number = new StringBuilder();
        for (char c : forms.get(random.nextInt(forms.size())).toCharArray()) {
            number.append(
                    switch (c) {
                        case '#' -> (char) ('0' + random.nextInt(10));
                        case 'N' -> (char) ('2' + random.nextInt(8));
                        default -> c;
                    });
        }
        return number.toString();
    }
}
