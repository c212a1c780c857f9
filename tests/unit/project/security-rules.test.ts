import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The last cell of each row of a table. */
const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (rule|limit|requirement) |^\| -/.test(line))
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
    const isTest = (file: string) =>
      existsSync(file) && /\.(test|spec)\.ts$|^tests\/deep\//.test(file);
    return files.length > 0 ? !files.every(isTest) : !/^No test(:| yet)/.test(proof);
  });
  expect(unproved).toEqual([]);
});

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. They are its first ones.
 */
const requirements: Record<string, number[]> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};

/** In order: "1.1.1", "1.1.2". */
const all = Object.entries(requirements).flatMap(([chapter, sections]) =>
  sections.flatMap((count, at) =>
    Array.from({ length: count }, (_, index) => `${chapter.slice(1)}.${at + 1}.${index + 1}`),
  ),
);

/** "1.2.6–1.2.8" and "5.1–5.3" mean all between, "4.3" a section. */
function expand(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+(?:\.\d+)?)(?:–(\d+\.\d+(?:\.\d+)?))?/g)].flatMap(
    ([, first = "", last = first]) => {
      const within = (name: string) => (one: string) => one === name || one.startsWith(`${name}.`);
      const found = all.slice(all.findIndex(within(first)), all.findLastIndex(within(last)) + 1);
      return all.some(within(first)) ? found : [first];
    },
  );
}

test("each requirement of ASVS that is level 1 or 2 is named once, or said not to apply", () => {
  const text = readFileSync("docs/security.md", "utf8").split("## OWASP ASVS 5.0")[1] ?? "";
  const notApplying = text.split("\n###")[0] ?? "";
  const inTables = rows
    .filter(({ row }) => /^\d+\.\d+\.\d+/.test(row))
    .map(({ row }) => row.split(" | ")[0] ?? "");
  const inParentheses = [...notApplying.matchAll(/\(([^)]*)\)/g)].map(([, inside = ""]) => inside);
  const named = [...inTables, ...inParentheses].flatMap(expand);
  expect(text).toContain("level 2");
  expect(named.filter((one, at) => named.indexOf(one) !== at)).toEqual([]);
  expect(named.filter((one) => !all.includes(one))).toEqual([]);
  expect(all.filter((one) => !named.includes(one))).toEqual([]);
});
