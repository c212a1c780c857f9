import { readFileSync } from "node:fs";
import type { Thing } from "#app/domain/mail/reading/thing.ts";
import { parseMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import { readMail } from "#app/domain/mail/reading/read-mail.server.ts";

/** A line of `expected.txt`: "? 2026-12-15T14:00/13:45 | concert/performance | Kids". */
interface Expected {
  line: string;
  isOptional: boolean;
  /** Null for "none". */
  day: string | null;
  times: string[];
  words: string[];
}

export interface Score {
  mail: string;
  things: Thing[];
  missing: string[];
  /** Things with an expected name and another date, which nothing marks as unsure. */
  wronglyDated: string[];
  /** Things that nobody expects. */
  needless: string[];
  expected: number;
}

/** Reads the mails of a folder, and compares what they hold with the folder's `expected.txt`. */
export async function scoreMails(folder: string, people: readonly string[] = []): Promise<Score[]> {
  const blocks = readFileSync(`${folder}/expected.txt`, "utf8").split(/\n\s*\n/);
  const scores: Score[] = [];
  for (const block of blocks) {
    const [name = "", ...lines] = block.split("\n").filter((line) => line.trim() !== "");
    if (name.trim() === "") continue;
    const source = readFileSync(`${folder}/${name.trim()}.eml`);
    const mail = await parseMail(source);
    const { things } = await readMail(mail, {
      timeZone: zoneOf(source.toString("latin1")),
      people: people.map((person) => ({ name: person, relation: "child" })),
      takenAt: mail.sentAt ?? "2026-09-01T12:00:00.000Z",
    });
    scores.push({ mail: name.trim(), things, ...compare(things, lines.map(parseLine)) });
  }
  return scores;
}

function parseLine(line: string): Expected {
  const [due = "", words = ""] = line
    .trim()
    .replace(/^\?\s*/, "")
    .split("|");
  const [day = "", times] = due.trim().split("T");
  return {
    line: line.trim(),
    isOptional: line.trim().startsWith("?"),
    day: day === "none" ? null : day,
    times: times?.split("/") ?? [],
    words: words
      .toLowerCase()
      .split("/")
      .map((word) => word.trim()),
  };
}

function compare(things: Thing[], expected: Expected[]): Omit<Score, "mail" | "things"> {
  const open = [...expected].toSorted((one, other) => +one.isOptional - +other.isOptional);
  const rest: Thing[] = [];
  for (const thing of things) {
    const at = open.findIndex((line) => isNamed(line, thing) && isDated(line, thing));
    if (at < 0) rest.push(thing);
    else open.splice(at, 1);
  }
  const describe = ({ due, hasTime, title }: Thing) =>
    `${due?.local.slice(0, hasTime ? 16 : 10) ?? "none"} | ${title}`;
  const wronglyDated = rest.filter(
    (thing) => thing.isSure && thing.due && open.some((line) => isNamed(line, thing)),
  );
  return {
    missing: open.filter(({ isOptional }) => !isOptional).map(({ line }) => line),
    wronglyDated: wronglyDated.map(describe),
    needless: rest.filter((thing) => !wronglyDated.includes(thing)).map(describe),
    expected: expected.filter(({ isOptional }) => !isOptional).length,
  };
}

const isNamed = ({ words }: Expected, { title }: Thing) =>
  words.some((word) => title.toLowerCase().includes(word));

function isDated({ day, times }: Expected, { due, hasTime }: Thing): boolean {
  if (day === null || !due) return day === null && !due;
  if (due.local.slice(0, 10) !== day) return false;
  return times.length === 0 || (hasTime && times.includes(due.local.slice(11)));
}

/** The zone in which the mail's family lives: by our header, the calendar file or the date. */
function zoneOf(source: string): string {
  const [, zone] =
    /^X-Time-Zone: ([\w/]+)/m.exec(source) ?? /^DTSTART;TZID=(?:3D)?([\w/]+)/m.exec(source) ?? [];
  if (zone) return zone;
  const offset = /^date:.*([+-]\d{4})/im.exec(source)?.[1] ?? "+0000";
  const hours = Number(offset.slice(0, 3));
  const minutes = offset.slice(3);
  return minutes === "30" && hours === 5
    ? "Asia/Kolkata"
    : hours === 0
      ? "UTC"
      : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
