package dev.plumbline.benchmarks;

import java.nio.charset.StandardCharsets;

/** Generates chat JSON of a given size, as in requests, schemas and tool results. */
final class SampleChatJson {

    private SampleChatJson() {}

    static byte[] document(int bytes) {
        StringBuilder json = new StringBuilder("{\"model\":\"gpt\",\"messages\":[");
        for (int i = 0; json.length() < bytes; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"role\":\"tool\",\"tool_call_id\":\"call_")
                    .append(i)
                    .append("\",\"name\":\"drawWall\",\"content\":{\"ok\":true,\"result\":{\"id\":\"w")
                    .append(i)
                    .append("\",\"start\":[0,")
                    .append(i * 10)
                    .append(".5],\"end\":[5000,1.25e3],\"thickness\":120.0,\"label\":\"Wand Süd, \\\"tragend\\\"\"}}}");
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
