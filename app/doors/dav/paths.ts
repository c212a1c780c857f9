/** The thing at an address. */
export type Place =
  | { type: "root" }
  | { type: "principals" }
  | { type: "calendars" }
  | { type: "principal"; userId: string }
  | { type: "home"; userId: string }
  | { type: "calendar"; userId: string; segment: string }
  | { type: "object"; userId: string; segment: string; name: string };

export const base = "/dav/";

/** Returns null for an address at which there is nothing. */
export function readPath(path: string): Place | null {
  const parts = decodedParts(path);
  if (!parts) return null;
  const [kind, userId, segment, name, ...more] = parts;
  if (more.length > 0) return null;
  if (kind === undefined) return { type: "root" };
  if (kind === "principals") return principalAt(userId, segment);
  if (kind !== "calendars") return null;
  if (userId === undefined) return { type: "calendars" };
  if (segment === undefined) return { type: "home", userId };
  return name === undefined
    ? { type: "calendar", userId, segment }
    : { type: "object", userId, segment, name };
}

function principalAt(userId: string | undefined, more: string | undefined): Place | null {
  if (userId === undefined) return { type: "principals" };
  return more === undefined ? { type: "principal", userId } : null;
}

function decodedParts(path: string): string[] | null {
  if (`${path}/` === base) return [];
  if (!path.startsWith(base)) return null;
  try {
    const parts = path.slice(base.length).replace(/\/$/, "").split("/").map(decodeURIComponent);
    // PostgreSQL cannot look for the character NUL.
    if (parts.some((part) => part.includes("\0"))) return null;
    return parts.length === 1 && parts[0] === "" ? [] : parts;
  } catch {
    return null;
  }
}

const written = (...parts: string[]) => parts.map(encodeURIComponent).join("/");

export const principalPath = (userId: string): string => `${base}principals/${written(userId)}/`;

export const homePath = (userId: string): string => `${base}calendars/${written(userId)}/`;

export const calendarPath = (userId: string, segment: string): string =>
  `${base}calendars/${written(userId, segment)}/`;

export const objectPath = (userId: string, segment: string, name: string): string =>
  `${base}calendars/${written(userId, segment, name)}`;
