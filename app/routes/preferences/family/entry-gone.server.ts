import { data } from "@remix-run/node";
import { entryGone as failed } from "#app/components/family/copy.ts";

/** For the button of a row that does not exist, any more or in this household. */
export function entryGone() {
  return data({ failed, isGone: true }, { status: 404 });
}
