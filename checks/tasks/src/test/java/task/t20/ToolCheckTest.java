package task.t20;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCheckTest {
    /** Tools of a colleague, with everything that may be wrong with them. */
    static class Walls {
        final List<Integer> walls = new ArrayList<>();

        @Tool("Draws a wall.")
        String drawWall(int length) {
            check(length);
            add(length);
            return "drawn";
        }

        @Tool(value = "Returns how many walls there are.", readOnly = true)
        int wallCount() {
            return walls.size();
        }

        void check(int length) {
            if (length <= 0) {
                throw new ToolException("A wall is longer than 0 mm, and this one has " + length + ".");
            }
        }

        void add(int length) {
            walls.add(length);
        }
    }

    private static void assertFound(String fault, Walls tools) {
        AssertionError found = assertThrows(AssertionError.class, () -> ToolCheck.check(tools), fault);
        assertNotNull(found.getMessage(), "it does not say what is wrong");
    }

    @Test
    void good_tools() {
        assertDoesNotThrow(() -> ToolCheck.check(new Walls()), "good tools");
    }

    @Test
    void good_tools_with_walls() {
        Walls tools = new Walls();
        tools.walls.add(100);
        assertDoesNotThrow(() -> ToolCheck.check(tools), "good tools of a drawing that has a wall");
    }

    @Test
    void draws_nothing() {
        assertFound("a tool that draws nothing", new Walls() {
            @Override
            void add(int length) {}
        });
    }

    @Test
    void draws_twice() {
        assertFound("a tool that draws two walls", new Walls() {
            @Override
            void add(int length) {
                walls.add(length);
                walls.add(length);
            }
        });
    }

    @Test
    void accepts_everything() {
        assertFound("a tool that draws a wall of -5 mm", new Walls() {
            @Override
            void check(int length) {}
        });
    }

    @Test
    void refuses_everything() {
        assertFound("a tool that refuses a wall of 5000 mm", new Walls() {
            @Override
            void check(int length) {
                throw new ToolException("Not today.");
            }
        });
    }

    @Test
    void refuses_too_late() {
        assertFound("a tool that draws and then refuses", new Walls() {
            @Override
            void check(int length) {
                if (length <= 0) {
                    walls.add(length);
                }
                super.check(length);
            }
        });
    }

    @Test
    void refuses_without_words_for_the_model() {
        assertFound("a tool whose refusal the model cannot read", new Walls() {
            @Override
            void check(int length) {
                if (length <= 0) {
                    throw new IllegalArgumentException("length: " + length);
                }
            }
        });
    }

    @Test
    void passes_over_in_silence() {
        assertFound("a tool that draws nothing for -5 mm and says nothing", new Walls() {
            @Override
            void check(int length) {}

            @Override
            void add(int length) {
                if (length > 0) {
                    walls.add(length);
                }
            }
        });
    }

    @Test
    void says_error_as_a_result() {
        assertFound("a tool whose refusal is a result", new Polite());
    }

    static final class Polite extends Walls {
        @Override
        @Tool("Draws a wall.")
        String drawWall(int length) {
            return length <= 0 ? "error: a wall is longer than 0 mm" : super.drawWall(length);
        }
    }
}
