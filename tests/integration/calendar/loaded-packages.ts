// Writes a calendar file in its own process, and prints the packages loaded before and for it.
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith("ical")) loaded.add(specifier);
    return next(specifier, context);
  },
});
const { writeCalendar } = await import("#app/domain/calendar/files/calendar-file.server.ts");
const before = [...loaded];
await writeCalendar([]);
console.log(JSON.stringify({ before, after: [...loaded] }));
