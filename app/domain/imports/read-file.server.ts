import { open } from "node:fs/promises";
import type { ImportFormat } from "#db/schema.ts";
import { isCalendar, readCalendar } from "./formats/calendar.server.ts";
import { isDonetick, readDonetick } from "./formats/donetick.server.ts";
import { isGoogleTasks, readGoogleTasks } from "./formats/google-tasks.server.ts";
import { isMila, readMila } from "./formats/mila.server.ts";
import type { Reading } from "./formats/reading.ts";
import { isSpreadsheet, readSpreadsheet } from "./formats/spreadsheet.server.ts";
import { isTickTick, readTickTick } from "./formats/ticktick.server.ts";
import { isTodoist, readTodoist } from "./formats/todoist.server.ts";
import { isTrello, readTrello } from "./formats/trello.server.ts";
import { isTududi, readTududi } from "./formats/tududi.server.ts";
import { isVikunja, readVikunja } from "./formats/vikunja.server.ts";
import { type Read, UnreadableFile } from "./row.ts";
import { unpack } from "./unzip.server.ts";

interface Format {
  /** Judges by the beginning of the file, because names of files say little. */
  isMeant: (beginning: string) => boolean;
  read: (path: string, reading: Reading) => AsyncGenerator<Read>;
}

const formats: Record<ImportFormat, Format> = {
  calendar: { isMeant: isCalendar, read: readCalendar },
  donetick: { isMeant: isDonetick, read: readDonetick },
  google: { isMeant: isGoogleTasks, read: readGoogleTasks },
  mila: { isMeant: isMila, read: readMila },
  spreadsheet: { isMeant: isSpreadsheet, read: readSpreadsheet },
  trello: { isMeant: isTrello, read: readTrello },
  ticktick: { isMeant: isTickTick, read: readTickTick },
  todoist: { isMeant: isTodoist, read: readTodoist },
  tududi: { isMeant: isTududi, read: readTududi },
  vikunja: { isMeant: isVikunja, read: readVikunja },
};

const known =
  "I take CSV of Todoist, TickTick or Mila, JSON of Google Tasks, Trello, Vikunja, tududi, " +
  "Donetick or " +
  "Mila, calendar files with to-dos (.ics), and zip files with one of them.";

/**
 * Returns the format of a file, or of the first one in a zip file that has one.
 * @throws UnreadableFile
 */
export async function findFormat(path: string): Promise<ImportFormat> {
  const bytes = await readBeginning(path);
  if (bytes.length === 0) throw new UnreadableFile("This file is empty.");
  const found = isZip(bytes) ? await findFormatIn(path) : formatOf(bytes);
  if (found) return found;
  const what = isZip(bytes)
    ? "I know no file in this zip file."
    : "I don't know this kind of file.";
  throw new UnreadableFile(`${what} ${known}`);
}

async function findFormatIn(path: string): Promise<ImportFormat | undefined> {
  for await (const file of unpack(path)) {
    const found = formatOf(await readBeginning(file.path));
    if (found) return found;
  }
  return undefined;
}

/** Reads the tasks of a file, and those of every file that a zip file has. */
export async function* readFile(path: string, reading: Reading): AsyncGenerator<Read> {
  const bytes = await readBeginning(path);
  const format = isZip(bytes) ? undefined : formatOf(bytes);
  if (format) yield* formats[format].read(path, reading);
  if (!isZip(bytes)) return;
  for await (const { name, path: unpacked } of unpack(path)) {
    const found = formatOf(await readBeginning(unpacked));
    if (found) yield* readPart(name, formats[found].read(unpacked, reading));
    else if (!withoutTasks.has(name)) yield unknownPart(name);
  }
}

/** Vikunja's files beside the tasks. */
const withoutTasks = new Set(["filters.json"]);

const unknownPart = (name: string): Read => {
  const why = "I don't know this kind of file.";
  return { type: "problem", line: 1, title: name, why, isTaken: false };
};

/** Problems of a zip file also say in which of its files they are. */
async function* readPart(name: string, reads: AsyncIterable<Read>): AsyncGenerator<Read> {
  for await (const read of reads)
    yield read.type === "row" ? read : { ...read, why: `${read.why} (${name})` };
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString("latin1") === "PK";

/** @throws UnreadableFile */
function formatOf(bytes: Buffer): ImportFormat | undefined {
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (isUtf16) throw new UnreadableFile("I can't read UTF-16. Please save the file as UTF-8.");
  const beginning = bytes.toString("utf8");
  const found = Object.entries(formats).find(([, { isMeant }]) => isMeant(beginning));
  return found?.[0] as ImportFormat | undefined;
}

const beginningBytes = 2_000;

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(beginningBytes) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
