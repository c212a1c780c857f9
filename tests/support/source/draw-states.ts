import { transitions } from "#app/domain/outbox/state.ts";

const ways = Object.entries(transitions);

export function insertStates(page: string): string {
  return page
    .replace(/^```mermaid$[\s\S]*?^```$/m, drawPicture())
    .replace(/^\| transition[\s\S]*?\n(?=\n)/m, `${drawTable()}\n`);
}

/** Draws each transition only from its first state. */
function drawPicture(): string {
  const edges = Map.groupBy(ways, ([, { from, to }]) => `${from[0]} --> ${to}`);
  const lines = [...edges].map(
    ([edge, some]) => `  ${edge}: ${some.map(([name]) => inWords(name)).join(", ")}`,
  );
  return ["```mermaid", "stateDiagram-v2", "  [*] --> ready", ...lines, "```"].join("\n");
}

function drawTable(): string {
  const rows = ways.map(([name, { from, to, when }]) => [inWords(name), from.join(", "), to, when]);
  const table = [["transition", "from", "to", "when"], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head, ...body] = table.map(line);
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function inWords(name: string): string {
  return name.replaceAll("_", " ");
}
