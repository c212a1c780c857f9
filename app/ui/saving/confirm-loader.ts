import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isDeliberateResponse } from "./client-action.ts";

/** Specification, section 8. */
const couldNotParse = {
  failed: {
    title: "Error parsing task",
    message: "Mila can't be reached right now. Your words are still here.",
  },
};

/** Keeps the text on the confirm page when the server is unreachable. */
export async function confirmLoader<Read>({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<Read>();
  } catch (thrown) {
    if (isDeliberateResponse(thrown)) throw thrown;
    return couldNotParse;
  }
}
