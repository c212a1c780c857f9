import { spawnSync } from "node:child_process";
import { judge, type Row } from "../row.ts";

const hostZones = ["UTC", "America/St_Johns", "Pacific/Auckland"];

/** DELIVERY.md's table: what was said, where, and when it is. */
const times = [
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T03:30+02:00"],
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T02:30+02:00"],
  ["2027-03-14T02:30", "America/New_York", "2027-03-14T03:30-04:00"],
  ["2027-11-07T01:30", "America/New_York", "2027-11-07T01:30-04:00"],
  ["2027-04-30T00:00", "Africa/Cairo", "2027-04-30T01:00+03:00"],
  ["2027-03-14T00:30", "America/Havana", "2027-03-14T01:30-04:00"],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-03T02:45+11:00"],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-04T01:45+11:00"],
  ["2027-09-26T02:50", "Pacific/Chatham", "2027-09-26T03:50+13:45"],
  ["2027-03-28T00:00", "Asia/Beirut", "2027-03-28T01:00+03:00"],
] as const;

export const clockChanges: Row = {
  name: "clock-changes",
  fault: "due times around clock changes, on machines in three zones",
  count: times.length,
  async run() {
    const expected = times.map(([, , instant]) => new Date(instant).toISOString());
    const said = JSON.stringify(times.map(([wallClock, zone]) => [wallClock, zone]));
    const wrong = hostZones.flatMap((TZ) => {
      const { stdout } = spawnSync(process.execPath, ["tests/faults/due-instants.ts", said], {
        env: { ...process.env, TZ },
      });
      const found = JSON.parse(String(stdout)) as string[];
      return times.flatMap(([wallClock, zone], index) =>
        found[index] === expected[index] ? [] : [`${wallClock} ${zone}`],
      );
    });
    return judge(
      { times: times.length, "host zones": hostZones.length, wrong: wrong.join(" ") || 0 },
      { exact: !wrong.length },
    );
  },
};
