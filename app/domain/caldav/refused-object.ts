/**
 * "Uid": another object has it. "Full": there is no room. "Too often": the client should try again
 * later.
 */
type Reason = "unreadable" | "uid" | "full" | "too_often" | "read_only";

/** Why an object is not taken. Nothing was changed. */
export class RefusedObject extends Error {
  readonly reason: Reason;
  /** The object that is in the way. */
  readonly other: { calendar: string; name: string } | undefined;

  constructor(reason: Reason, message: string, other?: { calendar: string; name: string }) {
    super(message);
    this.reason = reason;
    this.other = other;
  }
}
