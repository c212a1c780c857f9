import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { isAnswer, shouldRevalidateForm } from "./failed-save.ts";

/** The specification's words for it (section 8). */
const couldNotParse = {
  failed: { title: "Error parsing task", message: "Mila cannot be reached right now. Your words are still here." },
};

/** For the page that says what a text means: the loader as the server's, but when that cannot be had it says so. */
export async function parseClientLoader<Read>({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<Read>();
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown;
    return couldNotParse;
  }
}

/** Its form for trying again asks by GET. */
export const shouldRevalidateRead: ShouldRevalidateFunction = (args) =>
  args.formMethod === "GET" || shouldRevalidateForm(args);
