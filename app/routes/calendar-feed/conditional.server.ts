/** RFC 9110, section 8.8. */
interface State {
  /** Letters, digits, - and _. */
  tag: string;
  /** UTC, ISO 8601. */
  changedAt: string;
}

/** Omits Last-Modified within a second of a change: its resolution would hide another one. */
export function validatorHeaders({ tag, changedAt }: State, now: number = Date.now()): Record<string, string> {
  const second = truncateToSecond(changedAt);
  const etag = { ETag: `W/"${tag}"` };
  return second + 1_000 > now ? etag : { ...etag, "Last-Modified": new Date(second).toUTCString() };
}

/** If-None-Match takes precedence over If-Modified-Since. */
export function isNotModified({ headers }: Request, { tag, changedAt }: State): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null)
    return tags.trim() === "*" || tags.split(",").some((one) => one.trim().replace("W/", "") === `"${tag}"`);
  return truncateToSecond(changedAt) <= Date.parse(headers.get("If-Modified-Since") ?? "");
}

const truncateToSecond = (instant: string) => Math.floor(Date.parse(instant) / 1_000) * 1_000;
