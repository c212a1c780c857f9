import { data } from "@remix-run/node";

/** For the button of a row that does not exist, any more or in this household. */
export function entryGone() {
  const failed = { title: "This entry was removed", message: "Someone in your household may have removed it." };
  return data({ failed, isGone: true }, { status: 404 });
}
