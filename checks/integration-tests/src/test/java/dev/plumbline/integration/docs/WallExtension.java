package dev.plumbline.integration.docs;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;

public final class WallExtension implements Extension {
    @Tool(value = "Returns the thickness of a wall in millimetres.", readOnly = true)
    int thickness() {
        return 240;
    }

    @Override
    public void contribute(Contributions to) {
        to.addContext("units", () -> "mm");
        to.addTools(this);
        to.addResponsePolicy("dashes", (ret, call) -> ret.mapText(text -> text.replace('–', '-')));
    }

    public static void main(String[] args) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build())
                .addExtension(new WallExtension())
                .build()) {
            System.out.println(ai.send("How thick is the wall?").text());
            System.out.print(ai.describe());
        }
    }
}
