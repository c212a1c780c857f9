import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Row } from "../row.ts";

const report = z.object({ vulnerabilities: z.record(z.string(), z.array(z.object({ info: z.string() }))) });

/** Debian's package; the command installs nothing. */
export const isWapitiInstalled = spawnSync("wapiti", ["--version"]).status === 0;

export const wapiti: Row = {
  name: "wapiti",
  run: ({ url }) => {
    const folder = mkdtempSync(join(tmpdir(), "mila-wapiti-"));
    const file = join(folder, "report.json");
    const options = ["--flush-session", "--max-scan-time", "600", "--no-bugreport", "-f", "json", "-o", file];
    const { status } = spawnSync("wapiti", ["-u", `${url}/`, ...options], { env: { ...process.env, HOME: folder } });
    if (status !== 0) throw new Error(`wapiti ended with ${status}`);
    const { vulnerabilities } = report.parse(JSON.parse(readFileSync(file, "utf8")));
    rmSync(folder, { recursive: true });
    const through = Object.entries(vulnerabilities).flatMap(([kind, found]) =>
      found.map(({ info }) => `${kind}: ${info}`),
    );
    return Promise.resolve({ tried: Object.keys(vulnerabilities).length, through });
  },
};
