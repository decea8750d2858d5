package dev.plumbline.redaction;

import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * The prefixes by which issuers mark keys, and the minimum number of characters after each. From the issuers'
 * documentation.
 */
final class KeyPrefixes {
    private static final String ALL = """
            sk- 16, sk_live_ 10, sk_test_ 10, sk_prod_ 10, rk_live_ 10, rk_test_ 10, rk_prod_ 10, pk_live_ 10, pk-lf- 30,
            whsec_ 24, AKIA 16, ASIA 16, ABIA 16, ACCA 16, A3T 17, ABSK 60, bedrock-api-key- 20, amzn.mws. 30,
            AIza 30, ya29. 20, GOCSPX- 24, 1//0 40, ghp_ 30, gho_ 30, ghu_ 30, ghs_ 30, ghr_ 30, github_pat_ 22,
            glpat- 18, gldt- 18, glffct- 18, glft- 18, glimt- 20, glagent- 30, gloas- 40, glptt- 30, glrt- 18, glsoat- 18,
            glcbt- 20, GR1348941 18, ATBB 30, ATATT3 60, ATCTT3 60, AKCp 60, cmVmd 55,
            xoxb- 10, xoxp- 10, xoxa- 10, xoxe- 20, xoxe. 20, xoxs- 10, xoxo- 10, xoxr- 10, xoxc- 10, xapp- 10,
            webhookb2/ 40, hf_ 30, api_org_ 30, npm_ 30, pypi- 30,
            rubygems_ 40, CLOJARS_ 50, NRAK- 26, NRJS- 19, NRII- 26, dckr_pat_ 20, SWMTKN-1- 40, SWMKEY-1- 40, tskey- 20,
            dop_v1_ 40, doo_v1_ 40, dor_v1_ 40, dapi 32, dp.pt. 40, dp.st. 40, dp.sa. 40, dt0c01. 60, EZAK 50, EZTK 50,
            EAAC 100, EAAM 100, EAAA 40, sq0atp- 22, sq0csp- 22, FLWSECK_TEST- 12, FLWSECK- 20, FLWPUBK_TEST- 20,
            FLWPUBK- 20, duffel_live_ 40, duffel_test_ 40, fo1_ 40, fm1r_ 90, fm1a_ 90, fm2_ 90, fio-u- 60, glc_ 32,
            glsa_ 32, pat. 50, sat. 50, HRKU- 30, ico- 32, s-s4t2ud- 60, s-s4t2af- 60, lin_api_ 30, ntn_ 40, secret_ 40,
            API- 26, sha256~ 40, pplx- 40, pscale_tkn_ 30, pscale_oauth_ 30, pscale_pw_ 30, PMAK- 50, pnu_ 30, pul- 40,
            rdme_ 60, tk-us- 40, SG. 40, xkeysib- 60, xsmtpsib- 60, sntrys_ 50, sntryu_ 60, sm_aat_ 16, sm_pat_ 16,
            sm_sat_ 16, shippo_live_ 40, shippo_test_ 40, shpat_ 32, shpca_ 32, shppa_ 32, shpss_ 32, sgp_ 40, hvb. 60,
            hvs. 24, A3- 30, ops_eyJ 60, p8e- 32, AGE-SECRET-KEY-1 40, LTAI 20, sc_ 60, ext_ 60, scauth_ 60, authress_ 60,
            4b1d 38, v1.0- 100, gsk_ 30, xai- 30, r8_ 30, nvapi- 40, sbp_ 40, tvly- 30, lsv2_pt_ 30, lsv2_sk_ 30,
            phc_ 40, phx_ 40, bkua_ 40, CCIPAT_ 40, figd_ 40, rnd_ 30, CFPAT- 40, access_token$ 30, sl. 100, gAAAA 60,
            eyJ 30""";

    private KeyPrefixes() {}

    static Map<String, Integer> all() {
        Map<String, Integer> prefixes = new HashMap<>();
        StringTokenizer words = new StringTokenizer(ALL, ", \n");
        while (words.hasMoreTokens()) {
            prefixes.put(words.nextToken(), Integer.valueOf(words.nextToken()));
        }
        return Map.copyOf(prefixes);
    }
}
