import { data } from "@remix-run/node";

/** For a row's button: what somebody else has just removed cannot be told from what never was theirs. */
export function entryGone() {
  const failed = { title: "That entry is no longer there", message: "Somebody may have removed it a moment ago." };
  return data({ failed, isGone: true }, { status: 404 });
}
