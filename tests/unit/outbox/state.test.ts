import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { transitions } from "#app/domain/outbox/state.ts";

const ways = Object.entries(transitions);

/** The usual way of each transition: from the first of its states. */
function drawPicture(): string {
  const edges = new Map<string, string[]>();
  for (const [name, { from, to }] of ways) {
    const edge = `${from[0]} --> ${to}`;
    edges.set(edge, [...(edges.get(edge) ?? []), inWords(name)]);
  }
  const lines = [...edges].map(([edge, names]) => `  ${edge}: ${names.join(", ")}`);
  return ["```mermaid", "stateDiagram-v2", "  [*] --> ready", ...lines, "```"].join("\n");
}

function drawTable(): string {
  const rows = ways.map(([name, { from, to, when }]) => [inWords(name), from.join(", "), to, when]);
  const table = [["transition", "from", "to", "when"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head, ...body] = table.map(line);
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

const inWords = (name: string) => name.replaceAll("_", " ");

test("docs/delivery.md shows the states as the code has them", () => {
  const page = readFileSync("docs/delivery.md", "utf8");
  expect(page).toContain(drawPicture());
  expect(page).toContain(drawTable());
});

test("every state is reached, and only those that end a message have no way out", () => {
  const left = new Set<string>(ways.flatMap(([, { from }]) => [...from]));
  const reached = new Set<string>(ways.map(([, { to }]) => to));
  expect([...left].filter((state) => !reached.has(state))).toEqual([]);
  const ends = [...reached].filter((state) => !left.has(state));
  expect(ends.toSorted()).toEqual(["delivered", "expired", "failed", "undelivered"]);
});

test("the state of a delivery is written in one place", () => {
  const writers = globSync("app/domain/**/*.ts").filter((file) => {
    const updates = readFileSync(file, "utf8").match(/updateTable\("deliveries"\)[\s\S]*?(execute|;)/g) ?? [];
    return updates.some((update) => /\bset\([\s\S]*\bstate:/.test(update));
  });
  expect(writers).toEqual(["app/domain/outbox/change-state.server.ts"]);
});
