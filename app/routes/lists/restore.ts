import { maxLists } from "#app/domain/lists/limits.ts";
import { restoreList } from "#app/domain/lists/lists.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/lists", async ({ db, viewer, id }) => {
  const outcome = await restoreList(db, viewer, id);
  if (outcome === "missing") return null;
  return outcome === "restored"
    ? toast("success", "The list is back")
    : toast("error", "Nothing changed", {
        message: problems[outcome],
        undo: `/lists/${id}/restore`,
      });
});

const problems = {
  too_many: `There are ${maxLists} lists already.`,
  taken: "There is another list of that name by now. Rename it, and then undo.",
};
