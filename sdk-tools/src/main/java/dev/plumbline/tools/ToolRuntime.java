package dev.plumbline.tools;

import dev.plumbline.call.Timekeeper;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The door of this room: builds an executor from tools. For the wiring; programs meet tools through a runtime. */
public final class ToolRuntime {

    private ToolRuntime() {}

    /** A builder whose executor generates and checks argument schemas with that service. */
    public static Builder builder(JsonSchemaService schemas) {
        return new Builder(schemas);
    }

    /** Builds an executor; starts no thread. Used by one thread. */
    public static final class Builder {
        private final JsonSchemaService schemas;
        private final List<Owned> tools = new ArrayList<>();
        private Optional<Timekeeper> time = Optional.empty();
        private int threads = 16;

        private Builder(JsonSchemaService schemas) {
            this.schemas = schemas;
        }

        /** Adds tools of that owner; empty for the host's own. */
        public Builder tools(List<AiTool> more, String owner) {
            more.forEach(tool -> tools.add(new Owned(tool, owner)));
            return this;
        }

        /** Sets by whose clock running times are measured; required. */
        public Builder time(Timekeeper keeper) {
            time = Optional.of(keeper);
            return this;
        }

        /**
         * Sets how many tools may run at once; 16 unless given. A tool that does not return keeps its place.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder pool(int atOnce) {
            if (atOnce < 1) {
                throw new IllegalArgumentException("a pool runs at least 1 tool at once");
            }
            threads = atOnce;
            return this;
        }

        /**
         * The executor.
         *
         * @throws IllegalStateException for a name used twice, naming both owners; without a clock
         * @throws IllegalArgumentException for a tool whose input has no sound schema, naming tool and component
         */
        public IToolExecutor build() {
            Timekeeper clock = time.orElseThrow(() -> new IllegalStateException("a tool runtime needs time(…)"));
            return new Dispatcher(Catalogue.of(tools, schemas), schemas, clock, new ToolThreads(threads));
        }
    }

    /** A tool and whose it is. */
    record Owned(AiTool tool, String owner) {}
}
