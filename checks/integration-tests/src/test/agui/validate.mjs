// Checks recorded runs with the schemas of AG-UI and with the order of events that its client accepts. One run a line, as
// an array of events. Prints "ok <number of events>", or what is wrong.
import { readFileSync } from "node:fs";
import { EventSchemas } from "@ag-ui/core/schemas";
import { verifyEvents } from "@ag-ui/client";
import { from, lastValueFrom } from "rxjs";
import { toArray } from "rxjs/operators";

let count = 0;
for (const line of readFileSync(0, "utf8").split("\n").filter((text) => text)) {
  const events = JSON.parse(line);
  for (const event of events) {
    const result = EventSchemas.safeParse(event);
    if (!result.success) {
      console.log(`${JSON.stringify(event)} ${result.error.message}`);
      process.exit(1);
    }
  }
  try {
    await lastValueFrom(from(events).pipe(verifyEvents(false), toArray()));
  } catch (wrong) {
    console.log(wrong.message);
    process.exit(1);
  }
  count += events.length;
}
console.log(`ok ${count}`);
