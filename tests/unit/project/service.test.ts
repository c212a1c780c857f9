import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** The unit that docs/service.md tells a host to create. */
const unit =
  /^ {4}\[Unit\]$.*?^ {4}WantedBy=.*?$/ms
    .exec(readFileSync("docs/service.md", "utf8"))?.[0]
    .replaceAll(/^ {4}/gm, "") ?? "";

const analyze = (...args: string[]) =>
  spawnSync("systemd-analyze", ["security", ...args], { encoding: "utf8" });

test("the documented service starts what npm start does, and never gives up", () => {
  const [, program = "", script = ""] = /^ExecStart=\/srv\/mila\/(\S+) (\S+)$/m.exec(unit) ?? [];
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(scripts.start).toBe(`exec node ${script}`);
  expect([program, existsSync(program)]).toEqual(["node_modules/.bin/node", true]);
  expect(unit).toMatch(/^\[Unit\][^[]*^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^Restart=always$/m);
});

test("the documented service is confined to its folder, with 3 of 10 at most", () => {
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).toMatch(/^ReadWritePaths=\/srv\/mila$/m);
  // Node compiles what it runs, so its memory is writable and executable.
  expect(unit).not.toContain("MemoryDenyWriteExecute");
  const canRate = analyze("--help").stdout?.includes("--offline");
  if (!canRate) return;
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "mila.service");
  writeFileSync(file, unit);
  const { status, stdout, stderr } = analyze(
    "--offline=true",
    "--no-pager",
    "--threshold=30",
    file,
  );
  const [, rated] = /exposure level for mila\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect([status, stderr, Number(rated) <= 3]).toEqual([0, "", true]);
});
