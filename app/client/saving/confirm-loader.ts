import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isAnswer } from "./client-action.ts";

/** Specification, section 8. */
const couldNotParse = {
  failed: { title: "Error parsing task", message: "Mila can't be reached right now. Your words are still here." },
};

/** Calls the loader of the confirm page. When the server cannot be reached, the page says so and keeps the text. */
export async function confirmLoader<Read>({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<Read>();
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown;
    return couldNotParse;
  }
}
