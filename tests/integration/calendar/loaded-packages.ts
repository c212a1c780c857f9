// Writes and reads a calendar file in its own process, and prints the packages loaded before and
// for it.
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith("ical")) loaded.add(specifier);
    return next(specifier, context);
  },
});
const { writeCalendar } = await import("#app/domain/calendar/files/calendar-file.server.ts");
const { listEvents } = await import("#app/domain/calendar/shown/file/list-events.server.ts");
await import("#app/domain/calendar/shown/read-calendars.server.ts");
await import("#app/domain/calendar/shown/week-events.server.ts");
const before = [...loaded];
await writeCalendar([]);
await listEvents(
  { name: "", method: "", events: [], zones: new Map() },
  { from: "2041-06-12", before: "2041-06-13" },
  "2041-06-12",
);
console.log(JSON.stringify({ before, after: [...loaded] }));
