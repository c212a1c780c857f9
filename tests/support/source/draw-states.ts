import { type TransitionName, transitions } from "#app/domain/outbox/state.ts";
import { changedColumns } from "#app/domain/outbox/state.ts";
import { same, type TransitionRule } from "#app/domain/outbox/transition-rule.ts";

const ways: [string, TransitionRule & { by: string }][] = Object.entries(transitions);

export function insertStates(page: string): string {
  return page
    .replace(/^```mermaid$[\s\S]*?^```$/m, drawPicture())
    .replace(/^\| transition[\s\S]*?\n(?=\n)/m, `${drawTable()}\n`);
}

/** Draws each transition only from its first state. */
function drawPicture(): string {
  const moving = ways.filter(([, { to }]) => to !== same);
  const edges = Map.groupBy(moving, ([, { from, to }]) => `${from[0]} --> ${to}`);
  const lines = [...edges].map(
    ([edge, some]) => `  ${edge}: ${some.map(([name]) => inWords(name)).join(", ")}`,
  );
  return ["```mermaid", "stateDiagram-v2", "  [*] --> ready", ...lines, "```"].join("\n");
}

function drawTable(): string {
  const rows = ways.map(([name, { by, to, when, ...rule }]) => [
    inWords(name),
    by,
    start(rule),
    to,
    when,
    columnsOf(name as TransitionName).join(", "),
  ]);
  const table = [["transition", "by", "from", "to", "when", "sets"], ...rows];
  const widths = table[0]!.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head, ...body] = table.map(line);
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function start({ from, fallback, hold }: Pick<TransitionRule, "from" | "fallback" | "hold">) {
  const before = fallback.from?.map((one) => one ?? "null").join(" or ");
  return [
    from.length === 10 ? "any" : from.join(", "),
    ...(hold.from === undefined ? [] : [hold.from ? "held" : "not held"]),
    ...(before ? [`other_way ${before}`] : []),
  ].join("; ");
}

/** Shows the values of the two columns that are states as well. */
function columnsOf(transition: TransitionName): string[] {
  const { state: _, ...columns } = changedColumns({ transition } as never, "now");
  return Object.entries(columns).map(([name, value]) =>
    name === "other_way" ? `other_way ${String(value)}` : name,
  );
}

function inWords(name: string): string {
  return name.replaceAll("_", " ");
}
