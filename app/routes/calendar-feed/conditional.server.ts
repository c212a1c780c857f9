/** RFC 9110, section 8.8. */
interface State {
  /** Differs with each state. Letters, digits, - and _. */
  tag: string;
  /** UTC, ISO 8601. */
  changedAt: string;
}

/**
 * The validators of an answer. Last-Modified is left out within the second of a change: it counts in seconds, and there
 * may be another change.
 */
export function stateHeaders({ tag, changedAt }: State, now: number = Date.now()): Record<string, string> {
  const second = secondOf(changedAt);
  const etag = { ETag: `W/"${tag}"` };
  return second + 1_000 > now ? etag : { ...etag, "Last-Modified": new Date(second).toUTCString() };
}

/** True when the client has this state already, by its tag, or without one by its time. */
export function hasState({ headers }: Request, { tag, changedAt }: State): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null)
    return tags.trim() === "*" || tags.split(",").some((one) => one.trim().replace("W/", "") === `"${tag}"`);
  return secondOf(changedAt) <= Date.parse(headers.get("If-Modified-Since") ?? "");
}

const secondOf = (instant: string) => Math.floor(Date.parse(instant) / 1_000) * 1_000;
