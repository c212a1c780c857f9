import { spawnSync } from "node:child_process";
import { clockChanges as times } from "../../support/text/clock-changes.ts";
import { judge, type Row } from "../row.ts";

const hostZones = ["UTC", "America/St_Johns", "Pacific/Auckland"];

export const clockChanges: Row = {
  name: "clock-changes",
  fault: "due times around clock changes, on machines in three zones",
  count: times.length,
  async run() {
    const expected = times.map(([, , instant]) => new Date(instant).toISOString());
    const wallClocks = JSON.stringify(times.map(([wallClock, zone]) => [wallClock, zone]));
    const wrong = hostZones.flatMap((TZ) => {
      const { stdout } = spawnSync(process.execPath, ["tests/faults/due-instants.ts", wallClocks], {
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
