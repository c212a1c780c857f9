import { data } from "@remix-run/node";
import { entryGone as failed } from "#app/ui/family/copy.ts";

export function entryGone() {
  return data({ failed, isGone: true }, { status: 404 });
}
