import { data } from "@remix-run/node";

/** What does not exist, and what is not theirs: the same answer. */
export function notFound(): never {
  throw data(null, { status: 404 });
}
