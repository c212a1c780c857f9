/** Properties that Mila reads or writes. Of all others she does not need to know what they mean. */
const known = new Set(
  (
    "BEGIN END VERSION PRODID METHOD UID DTSTAMP LAST-MODIFIED SUMMARY DESCRIPTION DTSTART DUE " +
    "DURATION RRULE RDATE EXRULE EXDATE RECURRENCE-ID STATUS COMPLETED PERCENT-COMPLETE ACTION " +
    "TRIGGER PROXIMITY X-APPLE-PROXIMITY"
  ).split(" "),
);

const mark = "X-MILA-KEPT";
const name = /^[A-Za-z0-9-]+/;

const linesOf = (content: string) => content.split(/(?<=\n)(?![ \t])/);

/** Lists what Mila does not need, without the number of changes that clients count. */
export const otherLines = (content: string): string[] =>
  linesOf(content).filter((line) => {
    const property = name.exec(line)?.[0].toUpperCase();
    return property !== undefined && !known.has(property) && property !== "SEQUENCE";
  });

/**
 * Puts marks in the place of lines that Mila does not need, so that they come back as they were,
 * with every fold. Zones stay: dates are read by them.
 * @param unchanged properties that Mila reads, and leaves as they are
 */
export function keepLines(
  content: string,
  unchanged: readonly string[],
): { text: string; restore: (text: string) => string } {
  const kept: string[] = [];
  let isInZone = false;
  const lines = linesOf(content).map((line) => {
    if (/^BEGIN:VTIMEZONE/i.test(line)) isInZone = true;
    if (/^END:VTIMEZONE/i.test(line)) isInZone = false;
    const property = name.exec(line)?.[0].toUpperCase();
    const isRead = property === undefined || (known.has(property) && !unchanged.includes(property));
    if (isInZone || isRead) return line;
    kept.push(line);
    return `${mark}:${kept.length - 1}\r\n`;
  });
  const restore = (text: string) =>
    text.replaceAll(/^X-MILA-KEPT:(\d+)\r?\n/gm, (_, at: string) => kept[Number(at)] ?? "");
  return { text: lines.join(""), restore };
}
