/** The columns of the file for spreadsheets. */
export const sheetColumns = [
  "Title",
  "Notes",
  "Category",
  "Due date",
  "Due time",
  "Time zone",
  "Repeats",
  "Counted from",
  "Who",
  "About",
  "Done",
  "Done at",
  "Checklist",
  "ID",
  "Downloaded at",
] as const;

/**
 * A spreadsheet runs a cell that begins like this as a formula. A quote before it keeps it text.
 * Some also accept the wide signs of East Asian keyboards.
 */
const mayRun = /^'*[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/;

export const writeSheetCell = (text: string): string => (mayRun.test(text) ? `'${text}` : text);

export const readSheetCell = (text: string): string =>
  text.startsWith("'") && mayRun.test(text.slice(1)) ? text.slice(1) : text;

interface Item {
  name: string;
  isTicked: boolean;
}

/** "[x] Socks", an item a line. */
export const writeSheetItems = (items: readonly Item[]): string =>
  items.map(({ name, isTicked }) => `[${isTicked ? "x" : " "}] ${name}`).join("\n");

export const readSheetItems = (text: string): Item[] =>
  text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, mark, name = ""] = /^\s{0,20}\[([ xX]?)\]\s{0,20}(.*)$/.exec(line) ?? [];
    return mark === undefined ? [] : [{ name, isTicked: mark.toLowerCase() === "x" }];
  });
