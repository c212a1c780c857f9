import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type RuleName, ruleOf, rules } from "#app/domain/core/rate-limits/rules.server.ts";

const inWords = (most: number, unit: string) => `${most} ${unit}${most === 1 ? "" : "s"}`;

/** As docs/security.md writes it. */
function windowInWords(name: RuleName): string {
  const { window } = ruleOf(name);
  if ("minutes" in window) return inWords(window.minutes, "minute");
  return window.hours <= 24 ? inWords(window.hours, "hour") : inWords(window.hours / 24, "day");
}

function maxInWords(name: RuleName): string {
  const { most, times } = ruleOf(name);
  return `${times ? `${times} × ` : ""}${typeof most === "number" ? most : `\`${most}\``}`;
}

test("docs/security.md lists every limit as the code has it", () => {
  const text = readFileSync("docs/security.md", "utf8").split("### Limits\n")[1]?.split("\n###")[0];
  const documented = [...(text ?? "").matchAll(/^\| `(\w+)`.*/gm)].map(([row]) => {
    const [name = "", , by = "", window, most] = row
      .slice(1)
      .split("|")
      .map((cell) => cell.trim());
    const kept = /\((\w+)\)$/.exec(name)?.[1] ?? "events";
    return [/\w+/.exec(name)?.[0], by.split(",")[0], window, most, kept];
  });
  const inCode = (Object.keys(rules) as RuleName[]).map((name) => [
    name,
    ruleOf(name).per,
    windowInWords(name),
    maxInWords(name),
    ruleOf(name).kept,
  ]);
  expect(documented).toEqual(inCode);
});
