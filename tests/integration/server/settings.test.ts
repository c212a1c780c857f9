import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startInVain } from "../../support/mila.ts";
import { readSettings, SettingsError } from "#app/env.server.ts";

const bad: [name: string, value: string, example: string][] = [
  ["PORT", "abc", "3000"],
  ["PORT", "70000", "3000"],
  ["PORT", "-1", "3000"],
  ["PORT", "30.5", "3000"],
  ["PORT", "0x1f90;", "3000"],
  ["APP_URL", "mila", "https://mila.example.com"],
  ["APP_URL", "mila.example.com", "https://mila.example.com"],
  ["APP_URL", "https://mila.example.com/mila", "https://mila.example.com"],
  ["APP_URL", "https://mila.example.com?a=b", "https://mila.example.com"],
  ["APP_URL", "https://user:pw@mila.example.com", "https://mila.example.com"],
  ["APP_URL", "ftp://mila.example.com", "https://mila.example.com"],
  ["APP_URL", "javascript:alert(1)", "https://mila.example.com"],
  ["MILA_TIME_ZONE", "Mars/Olympus", "America/New_York"],
  ["MILA_TIME_ZONE", "5 o'clock", "America/New_York"],
  ["TRUST_PROXY", "x", "1"],
  ["TRUST_PROXY", "-1", "1"],
  ["TRUST_PROXY", "1.5", "1"],
  ["NODE_ENV", "x", "production"],
];

test.for(bad)("%s=%s is refused with what it must be and an example", ([name, value, example]) => {
  const message = whyRefused({ [name]: value });
  expect(message.split("\n")).toHaveLength(1);
  expect(message).toContain(`${name} is ${JSON.stringify(value)}, but must be `);
  expect(message).toContain(`for example ${example}`);
});

const startedInVain = [
  ["PORT", "abc"],
  ["APP_URL", "mila"],
  ["MILA_TIME_ZONE", "Mars/Olympus"],
  ["TRUST_PROXY", "x"],
  ["NODE_ENV", "x"],
] as const;

test.for(startedInVain)("%s=%s stops the start before anything is made", async ([name, value]) => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  const dataFolder = join(folder, "data");
  const { code, output } = await startInVain({ DATA_DIR: dataFolder, PORT: "0", [name]: value });
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toEqual([
    "Mila cannot start:",
    expect.stringContaining(`${name} is "${value}", but`),
  ]);
  expect(existsSync(dataFolder)).toBe(false);
  rmSync(folder, { recursive: true });
});

test("all that is wrong is said at once", async () => {
  const { code, output } = await startInVain({ PORT: "abc", APP_URL: "mila", TRUST_PROXY: "x" });
  expect(code).toBe(1);
  for (const name of ["PORT", "APP_URL", "TRUST_PROXY"]) expect(output).toContain(`${name} is `);
});

function whyRefused(settings: Record<string, string>): string {
  try {
    readSettings(settings);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return "not refused";
}
