import { data } from "@remix-run/node";

/** For what is theirs to see, but not theirs to do. */
export function forbidden(): never {
  throw data(null, { status: 403 });
}
