/** See RFC 9110, section 8.8. */
interface Validators {
  /** Letters, digits, - and _. */
  tag: string;
  /** UTC, ISO 8601. */
  changedAt: string;
}

/** Omits Last-Modified within a second of a change: its resolution would hide another one. */
export function validatorHeaders(
  { tag, changedAt }: Validators,
  now: number = Date.now(),
): Record<string, string> {
  const changedSecond = truncateToSecond(changedAt);
  const etag = { ETag: `W/"${tag}"` };
  return changedSecond + 1_000 > now
    ? etag
    : { ...etag, "Last-Modified": new Date(changedSecond).toUTCString() };
}

/** If-None-Match takes precedence over If-Modified-Since. */
export function isNotModified({ headers }: Request, { tag, changedAt }: Validators): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null)
    return (
      tags.trim() === "*" ||
      tags.split(",").some((candidate) => candidate.trim().replace("W/", "") === `"${tag}"`)
    );
  return truncateToSecond(changedAt) <= Date.parse(headers.get("If-Modified-Since") ?? "");
}

const truncateToSecond = (instant: string) => Math.floor(Date.parse(instant) / 1_000) * 1_000;
