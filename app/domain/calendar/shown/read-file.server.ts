import { createHash } from "node:crypto";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { fetchCalendarFile } from "#app/services/calendar-file.server.ts";
import { maxCalendarName } from "../input.ts";
import { type FileParts, readParts } from "./file/components.ts";
import { listEvents } from "./file/list-events.server.ts";
import type { CalendarRow, Days, Reading } from "./reading.ts";

interface About {
  encryptionKey: string;
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
}

/** Then the file is read whole, because the window has moved on. */
const hoursUntilListedAgain = 7 * 24;

/** Reads a calendar at its address. */
export async function readFile(
  row: CalendarRow,
  { encryptionKey, trustedHosts }: About,
  days: Days,
  now: string,
): Promise<Reading> {
  const address = decrypt(encryptionKey, row.address, row.id);
  if (address === null) return { status: "failed", problem: "lost_address" };
  const isOld =
    row.listed_at === null || row.listed_at <= earlierBy(now, { hours: hoursUntilListedAgain });
  const marks = isOld
    ? { etag: null, lastModified: null }
    : { etag: row.etag, lastModified: row.last_modified };
  const file = await fetchCalendarFile({ address, ...marks }, trustedHosts);
  if (file.status === "failed") return file;
  if (file.status === "unchanged") return { status: "read", changes: {} };
  const parts = await readParts(file.text);
  if (!parts) return { status: "failed", problem: "no_calendar" };
  const digest = digestOf(parts);
  const changes = {
    etag: file.etag,
    last_modified: file.lastModified,
    digest,
    name: row.name ?? nameOf(parts),
  };
  if (digest === row.digest && !isOld) return { status: "read", changes };
  const events = await listEvents(parts, days, days.today);
  return { status: "read", changes: { ...changes, listed_at: now }, events };
}

/** Ignores the file's creation time, which Google changes in every response. */
function digestOf({ events, zones }: FileParts): string {
  const content = JSON.stringify([events.toSorted(), [...zones]]);
  return createHash("sha256").update(content).digest("base64url");
}

function nameOf({ name }: FileParts): string | null {
  return collapseWhitespace(name.toWellFormed()).trim().slice(0, maxCalendarName).trim() || null;
}
