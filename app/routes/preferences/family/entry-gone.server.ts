import { data } from "@remix-run/node";

/** For the button of a row that does not exist, any more or in this household. */
export function entryGone() {
  const failed = { title: "That entry is no longer there", message: "Somebody may have removed it a moment ago." };
  return data({ failed, isGone: true }, { status: 404 });
}
