import { open } from "node:fs/promises";
import type { ImportFormat } from "#db/schema.ts";
import { isCalendar, readCalendar } from "./formats/calendar.server.ts";
import { isGoogleTasks, readGoogleTasks } from "./formats/google-tasks.server.ts";
import { isMila, readMila } from "./formats/mila.server.ts";
import type { Reading } from "./formats/reading.ts";
import { isTickTick, readTickTick } from "./formats/ticktick.server.ts";
import { isTodoist, readTodoist } from "./formats/todoist.server.ts";
import { isTrello, readTrello } from "./formats/trello.server.ts";
import { type Read, UnreadableFile } from "./row.ts";

interface Format {
  /** Judges by the beginning of the file, because names of files say little. */
  isMeant: (beginning: string) => boolean;
  read: (path: string, reading: Reading) => AsyncGenerator<Read>;
}

const formats: Record<ImportFormat, Format> = {
  calendar: { isMeant: isCalendar, read: readCalendar },
  google: { isMeant: isGoogleTasks, read: readGoogleTasks },
  mila: { isMeant: isMila, read: readMila },
  trello: { isMeant: isTrello, read: readTrello },
  ticktick: { isMeant: isTickTick, read: readTickTick },
  todoist: { isMeant: isTodoist, read: readTodoist },
};

/** @throws UnreadableFile */
export async function findFormat(path: string): Promise<ImportFormat> {
  const bytes = await readBeginning(path);
  if (bytes.length === 0) throw new UnreadableFile("This file is empty.");
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    throw new UnreadableFile(
      "This is a zip file. Please unpack it, and choose a file that was in it.",
    );
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (isUtf16) throw new UnreadableFile("I can't read UTF-16. Please save the file as UTF-8.");
  const beginning = bytes.toString("utf8");
  const found = Object.entries(formats).find(([, { isMeant }]) => isMeant(beginning));
  if (found) return found[0] as ImportFormat;
  throw new UnreadableFile(
    "I don't know this kind of file. I take CSV of Todoist or TickTick, JSON of Google Tasks, " +
      "Trello or Mila, and calendar files with to-dos (.ics).",
  );
}

export const readFile = (format: ImportFormat, path: string, reading: Reading) =>
  formats[format].read(path, reading);

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
