import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { columns } from "#app/domain/wiring/rule.ts";
import { familyRules } from "#app/domain/wiring/rules.server.ts";

const squeezed = (line: string) => line.replaceAll(/ +/g, " ").replaceAll(/-+/g, "-");

/** On a failure, these are the lines that docs/rules.md needs. */
test("the table in the documents says what the rules do", () => {
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const lines = [
    row(["what happens", ...columns]),
    row(["what happens", ...columns].map(() => "-")),
    ...familyRules.map(({ event, cells }) => row([event, ...columns.map((name) => cells[name])])),
  ];
  const text = readFileSync("docs/rules.md", "utf8").split("## The table")[1] ?? "";
  expect(
    text
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map(squeezed),
  ).toEqual(lines);
});

test("each rule for families has its tests", () => {
  const [forFamilies = ""] = readFileSync("docs/rules.md", "utf8").split("## The table");
  const rules = [...forFamilies.matchAll(/^- (.+)$/gm)].map(([, line = ""]) =>
    line.replaceAll("**", ""),
  );
  expect(rules.length).toBeGreaterThan(20);
  const [, section = ""] = readFileSync("docs/testing.md", "utf8").split(
    "## What proves each rule",
  );
  const [table = ""] = section.split("\n## ");
  const rows = [...table.matchAll(/^\| (.+?) +\| (`.+`) +\|$/gm)];
  expect(rows.map(([, words = ""], index) => rules[index]?.slice(0, words.length))).toEqual(
    rows.map(([, words]) => words),
  );
  expect(rows).toHaveLength(rules.length);
  const names = rows.flatMap(([, , files = ""]) => files.match(/[\w-]+\/[\w-]+/g) ?? []);
  expect(names.filter((name) => !existsSync(`tests/integration/${name}.test.ts`))).toEqual([]);
});
