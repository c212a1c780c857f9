import { notFound } from "#app/web/refusals.server.ts";

export const loader = () => notFound();
export const action = () => notFound();

/** Without a component an answer would be bare text: this one makes it the 404 page. */
export default function NotFound() {
  return null;
}
