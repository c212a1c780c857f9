import { v7 as newId } from "uuid";
import { itemsInput } from "#app/domain/lists/input.ts";
import { maxItemName } from "#app/domain/lists/limits.ts";
import { itemsIn } from "#app/domain/understanding/intent/items.ts";
import { readForm } from "./form.server.ts";

/** Reads the items that somebody typed into one field, or says what to change about the text. */
export async function readItemsForm(request: Request) {
  const submission = await readForm(request, itemsInput);
  if (submission.status !== "success") {
    const text = String(submission.payload.text ?? "");
    return { text, errors: submission.error?.text ?? [] };
  }
  const { text, requestId = newId() } = submission.value;
  const names = itemsIn(text);
  if (names.length === 0) return { text, errors: ["Please enter what you need"] };
  if (names.some((name) => name.length > maxItemName))
    return { text, errors: [`Use at most ${maxItemName} characters for each item`] };
  return { text, names, requestId };
}
