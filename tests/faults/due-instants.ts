// Prints the instants of wall clocks: node tests/faults/due-instants.ts
// '[["2027-03-28T02:30","Europe/Berlin"]]'
import { instantOf, Temporal } from "#app/domain/core/time.ts";

const pairs = JSON.parse(process.argv[2] ?? "[]") as [string, string][];
const instants = pairs.map(([wallClock, zone]) =>
  instantOf(Temporal.PlainDateTime.from(wallClock), zone),
);
process.stdout.write(JSON.stringify(instants));
