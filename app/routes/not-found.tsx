import { notFound } from "#app/server/http-errors.server.ts";

export const loader = () => notFound();
export const action = () => notFound();

/** Without a component, Remix responds with plain text instead of the 404 page. */
export default function NotFound() {
  return null;
}
