/**
 * Returns only the fields that a mask names, such as "items(id,start/date),nextPageToken"
 * (https://developers.google.com/workspace/calendar/api/guides/performance#partial).
 */
export function pick(value: Record<string, unknown>, mask: string | null): Record<string, unknown> {
  return mask === null ? value : (only(value, mask) as Record<string, unknown>);
}

function only(value: unknown, mask: string): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const found = splitMask(mask).flatMap((part): [string, unknown][] => {
    const [, name = "", inner] = /^(\w+)(?:\((.*)\)|\/(.*))?$/s.exec(part)?.filter(isGiven) ?? [];
    const own = (value as Record<string, unknown>)[name];
    if (own === undefined) return [];
    return [[name, inner === undefined ? own : only(own, inner)]];
  });
  return Object.fromEntries(found);
}

const isGiven = (group: string | undefined) => group !== undefined;

/** Splits at the commas that are in no parentheses. */
function splitMask(mask: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of mask) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
