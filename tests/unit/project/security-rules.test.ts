import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The last cell of each row of a table. */
const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (rule|requirement) |^\| -/.test(line))
  .map((line) => ({
    row: line.slice(2, 80).trim(),
    proof:
      line
        .split(" | ")
        .at(-1)
        ?.replace(/\s*\|$/, "") ?? "",
  }));

test("each security rule names the files that test it, or says why none does", () => {
  expect(rows.length).toBeGreaterThan(150);
  const unproved = rows.filter(({ proof }) => {
    const files = [...proof.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = ""]) => file);
    const isTest = (file: string) => existsSync(file) && /\.(test|spec)\.ts$|^tests\/deep\//.test(file);
    return files.length > 0 ? !files.every(isTest) : !/^No test(:| yet)/.test(proof);
  });
  expect(unproved).toEqual([]);
});

test("each requirement of ASVS is named once", () => {
  const text = readFileSync("docs/security.md", "utf8").split("## OWASP ASVS")[1] ?? "";
  const named = rows
    .filter(({ row }) => /^\d+\.\d+\.\d+/.test(row))
    .flatMap(({ row }) => row.split(" | ")[0]?.match(/\d+\.\d+\.\d+(–\d+\.\d+\.\d+)?/g) ?? []);
  expect(text).toContain("level 2");
  expect(named.filter((one, at) => named.indexOf(one) !== at)).toEqual([]);
});
