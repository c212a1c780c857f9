import { type ActionFunctionArgs, data } from "@remix-run/node";
import { describeAddedItems, describeKnown } from "#app/domain/lists/added-words.ts";
import { addItems } from "#app/domain/lists/items.server.ts";
import { maxItems } from "#app/domain/lists/limits.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { readItemsForm } from "#app/server/items-form.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { default, loader, meta, shouldRevalidate } from "../list.tsx";

export { addItems as clientAction } from "#app/ui/offline/waiting-action.ts";

/** A refusal shows the list again, with what was typed. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/lists/${id}`, keepFields: ["text"] });
  const refuse = (text: string, errors: string[]) => data({ text, errors }, { status: 400 });
  const form = await readItemsForm(args.request);
  if (form.errors) return refuse(form.text, form.errors);
  const { text, names, requestId } = form;
  const added = await addItems(database(), viewer, id, {
    names,
    requestId,
    // A tick that waits on the phone knows the item by this id.
    itemId: requestId,
  });
  if (added === null) return noLongerThere("This list", [text]);
  if (added === "too_often") return data({ text, errors: [tooManyAdded] }, { status: 429 });
  if (added === "too_many")
    return refuse(text, [`A list holds ${maxItems} items. Clear the ticked ones first.`]);
  const isPlain = added.added.length + added.back.length > 0;
  return redirectWithToast(
    `/lists/${id}?added=1`,
    toast("success", describeAddedItems(added), {
      message: describeKnown(added),
      ...(isPlain && {
        undo: `/lists/${id}/added/${requestId}/undo`,
        undoneAt: `/lists/${id}`,
      }),
    }),
  );
}
