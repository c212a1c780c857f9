import { convert, type FormatCallback } from "html-to-text";

type DomNode = Parameters<FormatCallback>[0];

/** Deeply nested parts would cost seconds beyond. */
const maxHtml = 300_000;
/** A cell with more words is part of a page's layout, and its paragraphs stay apart. */
const maxCell = 160;

/** Writes HTML as plain text: a line for each paragraph, item and row of a table. */
export function textOfHtml(html: string): string {
  return convert(html.slice(0, maxHtml), {
    wordwrap: false,
    limits: { maxDepth: 60, maxChildNodes: 20_000, ellipsis: "" },
    formatters: { row: writeRow },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      { selector: "hr", format: "block" },
      { selector: '[style*="display:none"]', format: "skip" },
      { selector: '[style*="display: none"]', format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
      })),
      {
        selector: "ul",
        options: { itemPrefix: "- ", leadingLineBreaks: 2, trailingLineBreaks: 2 },
      },
      { selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: "blockquote", format: "block", options: { trimEmptyLines: true } },
      { selector: "table", format: "block" },
      { selector: "tr", format: "row" },
      { selector: "td", format: "block" },
      { selector: "th", format: "block" },
    ],
  });
}

/** "Mon 14 Dec – PE kit": the cells of a row that holds words only. */
const writeRow: FormatCallback = (row, walk, builder) => {
  const cells = cellsOf(row).map(linesOf);
  const words = cells.map((lines) => lines.join(" "));
  const isOfData =
    cells.length > 1 &&
    words.every((text) => text.length <= maxCell) &&
    !cellsOf(row).some((cell) => holds(cell, "table"));
  const spanned = spannedBy(row);
  builder.openBlock({ leadingLineBreaks: 1 });
  if (isOfData)
    for (const line of rowsOf([...spanned, ...cells])) {
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addLiteral(line);
      builder.closeBlock({ trailingLineBreaks: 1 });
    }
  else walk(row.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** A row in the usual sense, several beside each other, or several days beside each other. */
function rowsOf(cells: string[][]): string[] {
  const heights = cells.map((lines) => lines.length);
  if (heights.every((height) => height > 2)) return cells.map((lines) => lines.join(". "));
  const height = Math.max(...heights);
  const areRows =
    height > 1 &&
    heights.filter((each) => each === height).length > 1 &&
    heights.every((each) => each === height || each <= 1);
  if (!areRows) return [joinCells(cells.map((lines) => lines.join(". ")))];
  return Array.from({ length: height }, (_, at) =>
    joinCells(cells.map((lines) => lines[lines.length === 1 ? 0 : at] ?? "")),
  );
}

const clock = /^\d{1,2}[.:]\d\d(?: ?[ap]m)?(?: ?[–-] ?\d{1,2}[.:]\d\d(?: ?[ap]m)?)?$/i;

/** A time in a cell of its own belongs to the day before it. */
function joinCells([first = "", ...cells]: string[]): string {
  const at = /\d/.test(first) ? cells.findIndex((cell) => clock.test(cell)) : -1;
  const start = at < 0 ? first : `${first}, ${cells[at]}`;
  return [start, ...cells.filter((_, index) => index !== at)].filter(Boolean).join(" – ");
}

const cellsOf = (row: DomNode): DomNode[] =>
  (row.children ?? []).filter(({ name }) => name === "td" || name === "th");

/** The first cells of tables that reach down to the next rows. */
const spans = new WeakMap<DomNode, { lines: string[]; rowsLeft: number }>();

/** The first cell of a row above, if it reaches down to this one. */
function spannedBy(row: DomNode): string[][] {
  const table = row.parent ?? row;
  const span = spans.get(table);
  if (span && span.rowsLeft > 0) {
    span.rowsLeft -= 1;
    return [span.lines];
  }
  const [first] = cellsOf(row);
  const rowsLeft = Number(first?.attribs?.rowspan ?? 1) - 1;
  if (first && rowsLeft > 0) spans.set(table, { lines: linesOf(first), rowsLeft });
  return [];
}

/** The lines of a cell: "Reception", "Tuesday 22 June", "9.30 – 11". */
const linesOf = (cell: DomNode): string[] =>
  breakAt(cell)
    .map((words) => words.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);

function breakAt({ children = [] }: DomNode): string[] {
  const lines = [""];
  for (const child of children)
    if (child.name === "br") lines.push("");
    else lines[lines.length - 1] += wordsOf(child);
  return lines;
}

const wordsOf = (node: DomNode): string =>
  node.type === "text"
    ? (node.data ?? "")
    : node.name === "br"
      ? " "
      : (node.children ?? []).map(wordsOf).join(isBlock(node) ? " " : "");

const isBlock = ({ name }: DomNode) => ["td", "th", "p", "div", "li", "ul"].includes(name ?? "");

const holds = (node: DomNode, name: string): boolean =>
  (node.children ?? []).some((child) => child.name === name || holds(child, name));
