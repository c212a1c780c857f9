/** What tells one state of an answer from the next (RFC 9110, section 8.8). */
interface State {
  /** Another for each state; of letters, digits, - and _. */
  tag: string;
  /** UTC, ISO 8601. */
  changedAt: string;
}

/**
 * The headers that a program brings back when it asks again. The time is left out within the second in which something
 * has changed: it could change once more, and seconds are all that the header tells.
 */
export function stateHeaders({ tag, changedAt }: State, now: number = Date.now()): Record<string, string> {
  const second = secondOf(changedAt);
  const etag = { ETag: `W/"${tag}"` };
  return second + 1_000 > now ? etag : { ...etag, "Last-Modified": new Date(second).toUTCString() };
}

/** Whether who asks has this state already: by its tag, or where they bring none by its time. */
export function hasState({ headers }: Request, { tag, changedAt }: State): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null)
    return tags.trim() === "*" || tags.split(",").some((one) => one.trim().replace("W/", "") === `"${tag}"`);
  return secondOf(changedAt) <= Date.parse(headers.get("If-Modified-Since") ?? "");
}

const secondOf = (instant: string) => Math.floor(Date.parse(instant) / 1_000) * 1_000;
